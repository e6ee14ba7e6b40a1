import type { Verdict } from '../../gates/verdict.ts'
import { oneLine } from '../../kernel/plain-text.ts'
import type { Plan } from '../../plan/plan.ts'
import type { Brief } from '../intake/brief.ts'
import type { Clarification } from '../specify/clarification.ts'
import { conventionalTitle } from '../integrate/conventional-title.ts'
import type { Objection } from '../facts.ts'
import type { TaskResult } from '../execute/see-through.ts'

/** What a reader of the change has to know, as the run knows it. */
export interface DeliveryStory {
  readonly brief: Brief | null
  readonly clarifications: readonly Clarification[]
  readonly plan: Plan
  readonly results: readonly TaskResult[]
  /** On what is delivered. */
  readonly verdict: Verdict
  /** What nobody has answered. */
  readonly objections: readonly Objection[]
}

export type PullRequest = { readonly title: string; readonly body: string }

/** Title and body of a pull request: asked, decided, built, proven, left open. */
export function pullRequestOf(objective: string, story: DeliveryStory): PullRequest {
  const { brief, clarifications, plan, results, verdict, objections } = story
  const tasks = new Map(plan.tasks.map((task) => [task.id, task]))
  const done = results.filter(({ state }) => state === 'done')
  const [only] = done
  const first = done.length === 1 && only !== undefined ? tasks.get(only.id) : undefined
  const fixes = brief?.workType === 'fix' ? brief.objective : null
  const whole = { title: brief?.objective ?? objective, role: 'implementer', fixes }
  const sections = [
    section('Asked', [
      oneLine(brief?.objective ?? objective),
      ...(brief === null || brief.ids.length === 0 ? [] : [`Tickets: ${brief.ids.map(oneLine).join(', ')}`]),
      ...(brief?.criteria ?? []).map((criterion) => `Must be true: ${oneLine(criterion)}`),
    ]),
    section(
      'Decided',
      clarifications.map(({ question, answer }) => `${oneLine(question)} **${oneLine(answer)}**`),
    ),
    section('Built', done.map(builtLine)),
    section('Proven', [
      `${oneLine(verdict.message)} (\`${verdict.commit.slice(0, 10)}\`)`,
      ...verdict.evidence.map(
        ({ command, exitCode }) =>
          `\`${oneLine(command).replaceAll('`', "'")}\`: ${exitCode === null ? 'ended by force' : `exit ${exitCode}`}`,
      ),
    ]),
    section('Left open', [
      ...results.flatMap(({ id, title, state, problem }) =>
        state === 'done' ? [] : [`${id}: ${oneLine(title)} (${state}) ${oneLine(problem ?? '')}`.trimEnd()],
      ),
      ...objections.map(
        ({ by, severity, text, where }) =>
          `${severity}: ${oneLine(text)}${where === null ? '' : ` (${oneLine(where)})`} — ${by}`,
      ),
    ]),
  ]
  return {
    title: conventionalTitle(first ?? whole),
    body: `${sections.filter((text) => text !== '').join('\n\n')}\n`,
  }
}

function builtLine({ id, title, commit, attempts }: TaskResult): string {
  const at =
    commit === null ? '' : ` (\`${commit.slice(0, 10)}\`${attempts > 1 ? `, ${attempts} attempts` : ''})`
  return `${id}: ${oneLine(title)}${at}`
}

function section(title: string, lines: readonly string[]): string {
  return lines.length === 0 ? '' : `## ${title}\n\n${lines.map((line) => `- ${line}`).join('\n')}`
}
