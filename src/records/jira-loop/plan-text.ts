import type { IterationTasks } from './iteration-tasks.ts'
import type { TicketFact } from './ticket-facts.ts'

/** `plan.md`: the plan of an iteration, for people. */
export function planText(ticket: TicketFact, iteration: number, { plan, order }: IterationTasks): string {
  const { preMortem, risks, openQuestions, contracts } = plan
  return [
    `# Plan: ${ticket.jira}, iteration ${iteration}`,
    plan.objective,
    ...section('Success criteria', ticket.criteria),
    ...section(
      'Tool mandates',
      ticket.mandates.map(({ words, by }) => `${words} (${by})`),
    ),
    '## Order',
    order.groups
      .map(({ group, strategy, tasks }) => `- Group ${group} (${strategy}): ${tasks.join(', ')}`)
      .join('\n'),
    '## Tasks',
    ...plan.tasks.flatMap(({ id, title, description, writeSet, acceptance, dependencies }) => [
      `### ${id}: ${title}`,
      ...(description === '' ? [] : [description]),
      [
        ...(writeSet.length === 0 ? [] : [`- Files: ${writeSet.join(', ')}`]),
        ...(dependencies.length === 0 ? [] : [`- After: ${dependencies.join(', ')}`]),
        ...acceptance.map(
          ({ criterion, verification }) =>
            `- Done when: ${criterion}${verification === null ? '' : ` (seen by: ${verification})`}`,
        ),
      ].join('\n'),
    ]),
    ...section(
      'Interfaces',
      contracts.map(({ from, to, interface: what, format }) => `${from} → ${to}: ${what} ${format}`.trim()),
    ),
    ...section('Risks', [
      ...risks
        .filter(({ applicability }) => applicability !== 'not-applicable')
        .map(({ category, note }) => `${category}: ${note}`),
      ...(preMortem?.failureModes ?? []).map(({ scenario, mitigation }) => `${scenario}: ${mitigation}`),
    ]),
    ...section(
      'Open questions',
      openQuestions.map(
        ({ question, recommendation }) =>
          `${question}${recommendation === null ? '' : ` (recommended: ${recommendation})`}`,
      ),
    ),
  ]
    .filter((part) => part !== '')
    .join('\n\n')
    .concat('\n')
}

function section(heading: string, lines: readonly string[]): readonly string[] {
  return lines.length === 0 ? [] : [`## ${heading}`, lines.map((line) => `- ${line}`).join('\n')]
}
