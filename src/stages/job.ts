import type { Source } from '../contracts/source.ts'
import type { TeamRole } from '../contracts/team-role.ts'
import type { PrdCriterion } from '../plan/prd.ts'
import type { Tier } from '../policy/tier.ts'
import type { Clarification } from './specify/clarification.ts'
import type { TaskContract } from '../plan/plan.ts'
import type { Proof } from '../gates/proof.ts'
import type { Limits } from '../kernel/usage.ts'
import type { RunPolicy } from '../policy/run-policy.ts'
import type { Crew } from './execute/crew.ts'
import type { Setback } from './facts.ts'
import type { Before } from './intake/phase-of.ts'
import type { Manner } from './manner.ts'

/** What every stage of one run needs to know. */
export interface Job {
  readonly objective: string
  readonly base: string
  /** By role. */
  readonly agents: Readonly<Record<string, string>>
  readonly policy: RunPolicy
  readonly proof: Proof
  readonly taskLimits: Limits
  /** What the plan's tasks have agreed on; empty before there is a plan. */
  readonly contracts: readonly TaskContract[]
  /** How deep this job goes. */
  readonly tier: Tier
  /** What every role is given beside its request, most trusted first. */
  readonly sources: readonly Source[]
  readonly teamRoles: readonly TeamRole[]
  readonly clarifications: readonly Clarification[]
  /** What the approved specification demands; findings that block have to name one of them. */
  readonly criteria: readonly PrdCriterion[]
  /** What a process asks of those who do its tasks in its own way; without it, as the plan's roles are asked. */
  readonly crew?: Crew
  /** What was done before the run; without it, nothing. */
  readonly before?: Before
  /** What the process does in its own way. */
  readonly manner?: Manner
  /** Is told of every setback, under the name it is recorded by, and when the wait for a known end is over. */
  readonly heed?: (news: SetbackNews) => void
}

export type SetbackNews =
  | ({ readonly kind: 'setback'; readonly name: string } & Setback)
  | { readonly kind: 'over'; readonly at: number }

/** Who takes a role; one that nobody was chosen for is the implementer's agent's. */
export function agentFor({ agents }: Pick<Job, 'agents'>, role: string): string {
  const agent = (Object.hasOwn(agents, role) ? agents[role] : undefined) ?? agents['implementer']
  if (agent === undefined) throw new Error(`Nobody takes the role ${role}.`)
  return agent
}
