import { authorWords } from './author-words.ts'
import type { Objection, ReviewFact } from '../stages/facts.ts'
import { playbookWords } from './playbook-words.ts'
import type { Proven, Report, ReportedTask } from './report.ts'
import { tellSpent } from './tell-spent.ts'
import { oneLine } from '../kernel/plain-text.ts'
import { duration, plural } from './words.ts'

/** A report as a document for people. Contract: nothing that an agent wrote can end a line or open a heading. */
export function reportMarkdown(report: Report): string {
  const { asked, failure } = report
  const sections = [
    `# ${text(asked.objective)}`,
    [
      `Run ${report.run}: ${playbookWords(report.playbook)}${report.status}, ${tellSpent(report.spent)}.`,
      ...(failure === null ? [] : [`Why: ${oneLine(failure.message)}`]),
    ].join('\n'),
    section('Asked', askedLines(report)),
    section('Decided', decidedLines(report)),
    section('Built', builtLines(report)),
    section('Proven', report.proven.flatMap(provenLines)),
    section('Reviewed', report.reviewed.flatMap(reviewLines)),
    section('By whom', crewLines(report)),
    section('Isolation', isolationLines(report)),
    section('Left open', openLines(report)),
    section(
      'Files',
      report.files.map(
        ({ path, commit, by }) =>
          `- ${code(path)} at ${short(commit)}${by === 'person' ? ', as a person left it' : ''}`,
      ),
    ),
  ]
  return `${sections.filter((text) => text !== '').join('\n\n')}\n`
}

function crewLines({ models = [], takenOver = [] }: Report): readonly string[] {
  return [
    ...models.map(
      ({ role, task, agent, model }) =>
        `- ${text(role)}${task === null ? '' : ` of ${text(task)}`}: ${text(agent)}, which says that it runs ${code(model)}`,
    ),
    ...takenOver.map((words) => `- ${text(words)}`),
  ]
}

function isolationLines({ isolation }: Report): readonly string[] {
  if (isolation === undefined) return []
  const { words, notCovered } = isolation
  return [`- Ran: ${words}`, ...notCovered.map((each) => `- Not covered: ${each}`)]
}

function section(title: string, lines: readonly string[]): string {
  return lines.length === 0 ? '' : `## ${title}\n\n${lines.join('\n')}`
}

function askedLines({ asked: { objective, brief } }: Report): readonly string[] {
  if (brief === null) return [`- ${text(objective)}`]
  return [
    `- ${text(brief.objective)}`,
    `- ${brief.tier} job${brief.tierReasons.length === 0 ? '' : `: ${text(brief.tierReasons.join('; '))}`}`,
    ...(brief.ids.length === 0 ? [] : [`- Tickets: ${brief.ids.map(text).join(', ')}`]),
    ...brief.criteria.map((criterion) => `- Must be true: ${text(criterion)}`),
    ...brief.mandates.map(({ words }) => `- Told to: ${text(words)}`),
  ]
}

function decidedLines({ decided }: Report): readonly string[] {
  const { clarifications, answers, plans, challenges, accepted } = decided
  return [
    ...clarifications.map(
      ({ question, answer, scope, by }) =>
        `- ${text(question)} **${text(answer)}** (${text(by)}${scope === 'architectural' ? ', for later work too' : ''})`,
    ),
    ...plans.map(
      ({ revision, tasks, reason }) =>
        `- Plan ${revision}: ${tasks.map(text).join(', ')}${reason === null ? '' : ` — ${text(reason)}`}`,
    ),
    ...challenges.map(
      ({ revision, round, by, verdict, objections }) =>
        `- Plan ${revision}, round ${round}, by ${by.map(text).join(', ')}: ${verdict}, ${plural(objections.length, 'objection')}`,
    ),
    ...answers.map(
      ({ text: asked, answer, ...author }) =>
        `- ${text(asked)} **${text(answer)}** (${text(authorWords(author))})`,
    ),
    ...accepted.map(
      ({ task, what, by }) => `- ${text(by)} accepted at ${text(task)}: ${text(what.join('; '))}`,
    ),
  ]
}

function builtLines({ built: { tasks, delivery, merged } }: Report): readonly string[] {
  return [
    ...tasks.map(taskLine),
    ...(delivery === null
      ? []
      : [
          `- Delivered ${delivery.branch === null ? '' : `as ${code(delivery.branch)} `}at ${short(delivery.commit)}`,
          ...delivery.files.map(
            ({ as, path }) => `- ${as === 'patch' ? 'Patch' : 'Pull request'}: ${code(path)}`,
          ),
        ]),
    ...(merged === null ? [] : [`- ${code(merged.branch)} was moved to it, as ${text(merged.by)} allowed`]),
  ]
}

function taskLine({ id, title, state, attempts, commit, files, problem }: ReportedTask): string {
  const parts = [
    state,
    ...(attempts > 1 ? [`${attempts} attempts`] : []),
    ...(commit === null ? [] : [`at ${short(commit)}`]),
    ...(files.length === 0 ? [] : [files.slice(0, 10).map(code).join(' ') + (files.length > 10 ? ' …' : '')]),
    ...(problem === null ? [] : [text(problem)]),
  ]
  return `- ${text(id)}: ${text(title)} — ${parts.join(', ')}`
}

function provenLines({ of, status, commit, message, evidence, reusedFrom }: Proven): readonly string[] {
  const from = reusedFrom === null ? '' : ' (seen before)'
  return [
    `- ${text(of)} **${status}** at ${short(commit)}${from}: ${text(message)}`,
    ...evidence.map(({ command, exitCode, durationMs, counts }) => {
      const end = exitCode === null ? 'ended by force' : `exit ${exitCode}`
      const counted =
        counts === null ? '' : `, ${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped`
      return `  - ${code(command)}: ${end} in ${duration(durationMs)}${counted}`
    }),
  ]
}

function reviewLines({ scope, of, by, verdict, objections }: ReviewFact): readonly string[] {
  const what = scope === 'final' ? 'the whole change' : `${scope} ${text(of)}`
  return [`- ${text(by)} on ${what}: **${verdict}**`, ...objections.map((each) => `  ${objectionLine(each)}`)]
}

function objectionLine({ by, severity, text: said, about, where }: Objection): string {
  const place = [about, where].flatMap((part) => (part === null ? [] : [text(part)])).join(', ')
  return `- ${severity}: ${text(said)}${place === '' ? '' : ` (${place})`} — ${text(by)}`
}

function openLines({ leftOpen }: Report): readonly string[] {
  return [
    ...leftOpen.questions.map((question) => `- Waits for an answer: ${text(question)}`),
    ...leftOpen.tasks.map(taskLine),
    ...leftOpen.objections.map(objectionLine),
    ...leftOpen.abstained.map(
      ({ scope, of, by }) =>
        `- ${text(by)} did not judge ${scope === 'final' ? 'the whole change' : text(of)}`,
    ),
    ...leftOpen.findings.map(
      ({ task, message }) => `- Found${task === null ? '' : ` at ${text(task)}`}: ${text(message)}`,
    ),
    ...leftOpen.leftOut.map(
      ({ role, titles }) => `- Not read by the ${text(role)} for lack of room: ${text(titles.join(', '))}`,
    ),
  ]
}

function short(commit: string): string {
  return code(commit.slice(0, 10))
}

function code(words: string): string {
  return `\`${oneLine(words, 200).replaceAll('`', "'")}\``
}

/** As plain words on one line: no markup, no link and no picture of theirs. */
function text(words: string): string {
  return oneLine(words, 600).replaceAll(/[\\`*_[\]<>#|]/g, String.raw`\$&`)
}
