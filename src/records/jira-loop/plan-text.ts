import { sections } from '../../config/write-markdown.ts'
import type { IterationTasks } from './iteration-tasks.ts'
import type { TicketFact } from './ticket-facts.ts'

/** `plan.md`: the plan of an iteration, for people. */
export function planText(ticket: TicketFact, iteration: number, { plan, order }: IterationTasks): string {
  const { preMortem, risks, openQuestions, contracts } = plan
  const mandates = ticket.mandates.map(({ words, by }) => `${words} (${by})`)
  const dangers = [
    ...risks
      .filter(({ applicability }) => applicability !== 'not-applicable')
      .map(({ category, note }) => `${category}: ${note}`),
    ...(preMortem?.failureModes ?? []).map(({ scenario, mitigation }) => `${scenario}: ${mitigation}`),
  ]
  return sections([
    `# Plan: ${ticket.jira}, iteration ${iteration}`,
    plan.objective,
    points('## Success criteria', ticket.criteria),
    points('## Tool mandates', mandates),
    points(
      '## Order',
      order.groups.map(({ group, strategy, tasks }) => `Group ${group} (${strategy}): ${tasks.join(', ')}`),
    ),
    '## Tasks',
    ...plan.tasks.flatMap(({ id, title, description, writeSet, acceptance, dependencies }) => [
      `### ${id}: ${title}`,
      description,
      points('', [
        ...(writeSet.length === 0 ? [] : [`Files: ${writeSet.join(', ')}`]),
        ...(dependencies.length === 0 ? [] : [`After: ${dependencies.join(', ')}`]),
        ...acceptance.map((each) => `Done when: ${each.criterion}${within('seen by', each.verification)}`),
      ]),
    ]),
    points(
      '## Interfaces',
      contracts.map(({ from, to, interface: what, format }) => `${from} → ${to}: ${what} ${format}`.trim()),
    ),
    points('## Risks', dangers),
    points(
      '## Open questions',
      openQuestions.map((each) => `${each.question}${within('recommended', each.recommendation)}`),
    ),
  ])
}

/** A heading and its points; nothing without points. */
function points(heading: string, lines: readonly string[]): string {
  return lines.length === 0 ? '' : `${heading}\n\n${lines.map((line) => `- ${line}`).join('\n')}`.trimStart()
}

function within(name: string, text: string | null): string {
  return text === null ? '' : ` (${name}: ${text})`
}
