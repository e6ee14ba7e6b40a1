import type { WorkerReport } from '../../contracts/worker-report.ts'
import type { TeamPolicy } from '../../policy/process-policy.ts'
import type { TeamQuality } from '../../records/team-coordinate/team-facts.ts'

export type Scores = TeamQuality['scores']

/** A quarter for each dimension. */
export function totalOf({ completeness, consistency, accuracy, depth }: Scores): number {
  return Math.round((completeness + consistency + accuracy + depth) / 4)
}

/**
 * What follows from a worker's own scores and from what it found: an Error blocks whatever the score, a Warning and an
 * Info do not. `before` counts how often the task was sent back already.
 */
export function judgeQuality(
  task: string | null,
  { quality, issues }: Pick<WorkerReport, 'quality' | 'issues'>,
  policy: TeamPolicy['quality'],
  before: number,
): TeamQuality {
  const scores = quality ?? { completeness: 0, consistency: 0, accuracy: 0, depth: 0 }
  const total = totalOf(scores)
  const isBlocked = total < policy.warn || issues.some((issue) => issue.class === 'Error')
  const verdict = isBlocked
    ? before < policy.retries
      ? 'retry'
      : 'fail'
    : total < policy.pass
      ? 'warn'
      : 'pass'
  return { task, scores, total, verdict, issues }
}

/** The whole team's work: the newest word on each task, and each as much as any other. */
export function aggregate(all: readonly TeamQuality[], policy: TeamPolicy['quality']): TeamQuality | null {
  const newest = [...new Map(all.map((each) => [each.task, each])).values()]
  if (newest.length === 0) return null
  const mean = (of: keyof Scores): number =>
    Math.round(newest.reduce((sum, { scores }) => sum + scores[of], 0) / newest.length)
  const quality: Scores = {
    completeness: mean('completeness'),
    consistency: mean('consistency'),
    accuracy: mean('accuracy'),
    depth: mean('depth'),
  }
  return judgeQuality(
    null,
    { quality, issues: newest.flatMap(({ issues }) => [...issues]) },
    policy,
    policy.retries,
  )
}
