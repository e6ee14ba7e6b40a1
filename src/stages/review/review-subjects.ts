import type { InspectRequest, Subject } from '../../contracts/inspection.ts'
import type { PrdCriterion } from '../../plan/prd.ts'
import type { PlanRisk, Task, TaskContract } from '../../plan/plan.ts'

/** Risks that may stop work although nobody wrote them down. */
const RISKS: readonly Subject[] = [
  { id: 'risk:security', text: 'somebody can do or read what they must not' },
  { id: 'risk:data-loss', text: 'something is lost or spoilt that cannot be got back' },
  { id: 'risk:correctness', text: 'it gives a wrong result, or breaks what worked' },
  { id: 'risk:concurrency', text: 'it fails when two things happen at once' },
  { id: 'risk:accessibility', text: 'somebody cannot use it' },
  { id: 'risk:operability', text: 'it cannot be run, watched or taken back' },
]

/** Everything that an issue with this work can be about. */
export function subjectsOf(
  criteria: readonly PrdCriterion[],
  tasks: readonly Task[],
  contracts: readonly TaskContract[],
  risks: readonly PlanRisk[] = [],
): readonly Subject[] {
  const all = [
    ...risks.map(({ category, note }) => ({ id: `risk:${category}`, text: note })),
    ...criteria.map(({ id, criterion }) => ({ id, text: criterion })),
    ...tasks.flatMap(({ id: task, acceptance }) =>
      acceptance.map(({ id, criterion }, index) => ({ id: id ?? `${task}.${index + 1}`, text: criterion })),
    ),
    ...contracts.map(({ from, to, interface: what }) => ({ id: `${from}->${to}`, text: what })),
    ...RISKS,
  ]
  return [...new Map(all.map((subject) => [subject.id, subject])).values()]
}

const SECURITY =
  /\b(auth\w*|login|log[- ]?in|password|secret|token|session|payment|crypto\w*|permission)s?\b/i

const QUIET = /(^|\/)(docs?\/|[^/]*\.(md|mdx|txt|rst|ya?ml|json|toml|ini)$|license$)/i

/** How closely work is looked at, by what it is about and what it touches. */
export function depthOf(
  tasks: readonly Pick<Task, 'title' | 'description'>[],
  paths: readonly string[],
): InspectRequest['depth'] {
  const words = tasks.map(({ title, description }) => `${title} ${description}`)
  if ([...words, ...paths].some((text) => SECURITY.test(text))) return 'full'
  return paths.length > 0 && paths.every((path) => QUIET.test(path)) ? 'lightweight' : 'standard'
}
