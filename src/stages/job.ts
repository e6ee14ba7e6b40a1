import type { Source } from '../contracts/source.ts'
import type { TeamRole } from '../contracts/team-role.ts'
import type { PrdCriterion } from '../plan/prd.ts'
import type { Tier } from '../policy/tier.ts'
import type { Clarification } from './specify/clarification.ts'
import type { TaskContract } from '../plan/plan.ts'
import type { Route, RoutedTask } from '../plan/route.ts'
import { routeFor } from '../plan/route.ts'
import type { Proof } from '../gates/proof.ts'
import type { Json } from '../kernel/json.ts'
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
  /** By role: who takes over, in order; without it, nobody. */
  readonly fallbacks?: Readonly<Record<string, readonly string[]>>
  /** Who takes which task, where it is not the agent of the role. */
  readonly routes?: readonly Route[]
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
  /** All facts and decisions of the run until now, by their full names. */
  readonly recorded?: () => ReadonlyMap<string, Json>
  /** Is told of every setback, under the name it is recorded by, and when the wait for a known end is over. */
  readonly heed?: (news: SetbackNews) => void
}

export type SetbackNews =
  | ({ readonly kind: 'setback'; readonly name: string } & Setback)
  | { readonly kind: 'over'; readonly at: number }

type Roster = Pick<Job, 'agents' | 'fallbacks' | 'routes'>

/** Who takes a role, for a task if there is one, first choice first; a role that nobody was chosen for is the implementer's agent's. */
export function agentsFor(
  { agents, fallbacks = {}, routes = [] }: Roster,
  role: string,
  task: RoutedTask | null = null,
): readonly [string, ...string[]] {
  const [routed, ...after] = (task === null ? null : routeFor(routes, role, task))?.agents ?? []
  if (routed !== undefined) return [routed, ...after]
  const known = Object.hasOwn(agents, role) ? role : 'implementer'
  const first = agents[known]
  if (first === undefined) throw new Error(`Nobody takes the role ${role}.`)
  const others = Object.hasOwn(fallbacks, known) ? (fallbacks[known] ?? []) : []
  return [first, ...others]
}

/** The first of them. */
export function agentFor(job: Roster, role: string, task: RoutedTask | null = null): string {
  return agentsFor(job, role, task)[0]
}
