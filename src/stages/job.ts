import type { TaskContract } from '../plan/plan.ts'
import type { Role } from '../plan/role.ts'
import type { Proof } from '../gates/proof.ts'
import type { Limits } from '../kernel/usage.ts'
import type { RunPolicy } from '../policy/run-policy.ts'
import type { Setback } from './facts.ts'

/** What every stage of one run needs to know. */
export interface Job {
  readonly objective: string
  readonly base: string
  readonly agents: Readonly<Record<Role, string>>
  readonly policy: RunPolicy
  readonly proof: Proof
  readonly taskLimits: Limits
  /** What the plan's tasks have agreed on; empty before there is a plan. */
  readonly contracts: readonly TaskContract[]
  /** Is told of every setback, under the name it is recorded by, and when the wait for a known end is over. */
  readonly heed?: (news: SetbackNews) => void
}

export type SetbackNews =
  | ({ readonly kind: 'setback'; readonly name: string } & Setback)
  | { readonly kind: 'over'; readonly at: number }
