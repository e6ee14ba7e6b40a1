import type { DiagnosisPacket } from '../../contracts/diagnosis-packet.ts'
import type { Plan, TaskContract } from '../../plan/plan.ts'
import type { Phase } from './brief.ts'

/** A plan that the run begins with. */
export type GivenPlan = {
  readonly path: string
  readonly plan: Plan
  /** Whether some task is neither done nor blocked. */
  readonly isLeft: boolean
  /** Whether a person has agreed to it before, so that it is neither challenged nor asked about again. */
  readonly isAgreed?: boolean
  readonly before?: Before
  /** What has to be different in it before it can be carried out; its planner is told. */
  readonly revise?: string
}

/** What was done before the run that goes on with it. */
export type Before = {
  /** What tasks that are done have agreed on with others that are not. */
  readonly contracts: readonly TaskContract[]
  /** How often a task has failed already, and what is known of the last time. */
  readonly tasks: Readonly<
    Record<string, { readonly attempts: number; readonly packet: DiagnosisPacket | null }>
  >
}

const CARRY_OUT =
  /^(?:please )?(?:(?:carry out|execute|run|play|implement|do|continue|resume|go on|proceed|start|finish)(?: with)?)?(?: (?:the|this|my|our))?(?: (?:plan|plan file|rest|work|it))?(?: (?:in|at|from|of))?$/i

/** Where a request enters the process: what a person says about a plan comes before what the plan says of itself. */
export function phaseOf(objective: string, given: GivenPlan | null): Phase {
  if (given === null) return 'new-objective'
  if (isFeedback(objective, given)) return 'plan-feedback'
  return given.isLeft ? 'given-plan' : 'nothing-left'
}

function isFeedback(objective: string, { path, plan }: GivenPlan): boolean {
  const said = bare(objective.replaceAll(path, ' '))
  return said !== '' && said !== bare(plan.objective) && !CARRY_OUT.test(said)
}

function bare(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
}
