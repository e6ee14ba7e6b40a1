import { overlap } from '../../plan/write-set.ts'
import type { Task } from '../../plan/plan.ts'
import type { RunPolicy } from '../../policy/run-policy.ts'

/** Who does an implementer's work on these paths: where the policy tells files of mobile apps apart, the one who knows them. */
export function implementerFor(paths: readonly string[], { process: { planning } }: RunPolicy): string {
  return overlap(planning.mobileFiles, paths) ? 'mobile-implementer' : 'implementer'
}

/** Who does a task: whom the plan says, unless its files belong to somebody who knows them better. */
export function roleFor({ role, writeSet }: Pick<Task, 'role' | 'writeSet'>, policy: RunPolicy): string {
  return role === 'implementer' ? implementerFor(writeSet, policy) : role
}
