import type { Plan } from '../../plan/plan.ts'
import type { ProcessPolicy } from '../../policy/process-policy.ts'
import type { Tier } from '../../policy/tier.ts'
import { TEST_PLACES } from './test-places.ts'

/** A folder or a glob is more than one file; how many nobody knows. */
const FILES_OF_A_PATTERN = 3

/** The tier that a plan's own write-sets make it; those that nobody knows count for what the task estimates. */
export function tierOfPlan(
  { tasks }: Pick<Plan, 'tasks'>,
  { tierFiles }: Pick<ProcessPolicy, 'tierFiles'>,
): Tier {
  const written = new Set(tasks.flatMap(({ writeSet }) => writeSet))
  const paths = [...written].filter((path) => !TEST_PLACES.includes(path))
  const named = paths.reduce((sum, path) => sum + (isPattern(path) ? FILES_OF_A_PATTERN : 1), 0)
  const guessed = tasks
    .filter(({ writeSet }) => writeSet.length === 0)
    .reduce((sum, { estimates }) => sum + (estimates.files ?? 1), 0)
  const files = named + guessed
  if (files <= tierFiles.trivial) return 'trivial'
  if (files <= tierFiles.small) return 'small'
  return files <= tierFiles.medium ? 'medium' : 'large'
}

function isPattern(path: string): boolean {
  return /[*?{]|\/$/.test(path)
}
