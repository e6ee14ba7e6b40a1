import type { ChallengeRequest } from '../contracts/plan-challenge.ts'
import type { DiagnoseRequest } from '../contracts/debugger.ts'
import type { ImplementRequest } from '../contracts/implement-request.ts'
import type { InspectRequest } from '../contracts/inspection.ts'
import type { PlanRequest } from '../contracts/planner.ts'
import type { Task } from '../plan/plan.ts'
import type { PrdCriterion } from '../plan/prd.ts'
import type { Tier } from '../policy/tier.ts'

/** What somebody is asked about, whoever it is: for a process that says it in its own words too. */
export interface AskedAbout {
  readonly objective: string
  readonly tier: Tier
  readonly clarifications: readonly { readonly question: string; readonly answer: string }[]
  readonly criteria: readonly PrdCriterion[]
  /** The part of the name that tells one request from others of its kind: a focus, a variant. */
  readonly part: string | null
  readonly task: Task | null
  readonly work: ImplementRequest | null
  readonly failed: DiagnoseRequest | null
  readonly inspected: InspectRequest | null
  readonly challenged: ChallengeRequest | null
  readonly planned: PlanRequest | null
}

/** Reads a request that any contract takes; what it is not about is `null`. */
export function askedAbout(
  {
    objective,
    tier,
    clarifications,
    criteria,
  }: Pick<AskedAbout, 'objective' | 'tier' | 'clarifications' | 'criteria'>,
  step: string,
  request: unknown,
): AskedAbout {
  const has = (...keys: readonly string[]): boolean =>
    typeof request === 'object' && request !== null && keys.every((key) => Object.hasOwn(request, key))
  const work = has('task', 'contracts', 'diagnosis') ? (request as ImplementRequest) : null
  const failed = has('task', 'problem', 'output') ? (request as DiagnoseRequest) : null
  const [, part = null] = /^(?:research\/|plan\/r\d+\/)(?!try-)([\w-]+)\//.exec(`${step}/`) ?? []
  return {
    objective,
    tier,
    clarifications,
    criteria,
    part,
    task: (work ?? failed)?.task ?? null,
    work,
    failed,
    inspected: has('scope', 'depth', 'diff') ? (request as InspectRequest) : null,
    challenged: has('plan', 'round', 'verified') ? (request as ChallengeRequest) : null,
    planned: has('research', 'revise') ? (request as PlanRequest) : null,
  }
}
