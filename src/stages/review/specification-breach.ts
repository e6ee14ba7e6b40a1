import type { Run } from '../../kernel/playbook.ts'
import { signatureOf } from '../../policy/signature.ts'
import type { TaskResult } from '../execute/see-through.ts'
import { fact } from '../facts.ts'
import type { Job } from '../job.ts'
import type { OwnersOf } from './find-owners.ts'
import type { WeighedIssue } from './weigh-issues.ts'

/** What a reviewer holds against work that the specification demands, where the policy treats that by itself. */
export function breachesOf(
  { policy, criteria }: Pick<Job, 'policy' | 'criteria'>,
  blocking: readonly WeighedIssue[],
): readonly WeighedIssue[] {
  if (policy.process.review.specification === 'repair') return []
  const demanded = new Set(criteria.map(({ id }) => id.toLowerCase()))
  return blocking.filter(({ by, about }) => by === 'reviewer' && demanded.has((about ?? '').toLowerCase()))
}

/** Each task that broke the specification, with what is wrong. */
export function culpritsOf(
  breaches: readonly WeighedIssue[],
  ownersOf: OwnersOf,
  otherwise: string,
): readonly { readonly task: string; readonly reason: string }[] {
  return breaches.map(({ file, text, about }) => ({
    task: ownersOf(file ?? '').at(-1) ?? otherwise,
    reason: `It breaks ${about ?? 'what is required'}: ${text}`,
  }))
}

/** Takes the work of tasks for failed, so that what is left to do is planned anew; what they made stays on the line. */
export async function failForPlan<Course extends { readonly results: readonly TaskResult[] }>(
  run: Run,
  course: Course,
  wave: string,
  culprits: readonly { readonly task: string; readonly reason: string }[],
): Promise<Course> {
  const reasons = new Map<string, string>()
  for (const { task, reason } of culprits)
    reasons.set(task, [reasons.get(task), reason].filter(Boolean).join(' '))
  for (const [task, problem] of reasons) {
    const attempt = course.results.find(({ id }) => id === task)?.attempts ?? 0
    const signature = signatureOf({ class: 'needs_replan', at: 'review', tests: [], output: problem })
    const failure = { task, attempt, wave, class: 'needs_replan', signature, problem, evidence: '' } as const
    await run.record(`breach-${task}`, fact({ kind: 'failure', value: failure }))
    const state = { task, state: 'replanning', attempt, agent: null, note: problem } as const
    await run.record(`replanning-${task}`, fact({ kind: 'task', value: state }))
  }
  return { ...course, results: course.results.map((result) => failed(result, reasons.get(result.id))) }
}

function failed(result: TaskResult, problem: string | undefined): TaskResult {
  return problem === undefined ? result : { ...result, state: 'replanning', commit: null, problem }
}
