import type { DiagnosisPacket } from '../../contracts/diagnosis-packet.ts'
import type { Plan } from '../../plan/plan.ts'
import { dependentsOf } from '../../plan/plan-graph.ts'
import { withoutTasks } from '../../plan/without-tasks.ts'
import type { Before, GivenPlan } from '../../stages/intake/phase-of.ts'
import { phaseOf } from '../../stages/intake/phase-of.ts'
import type { GemGiven } from './given-plan.ts'
import type { GemPlan, GemTask } from './plan-schema.ts'
import { isOver } from './read-plan.ts'

/**
 * Where a run enters a plan that was given: with words of a person it is planned anew, with tasks that can be done
 * these are done, and otherwise a person says what next. What is blocked stays so until somebody replans it.
 */
export function goOn(given: GemGiven, objective: string): GivenPlan {
  const { path, written, plan } = given
  const waiting = blockedIn(written, plan)
  const open = withoutTasks(plan, (id) => isDone(written, id))
  const startable = withoutTasks(open, (id) => waiting.has(id))
  const entering = { path, plan: open, isLeft: startable.tasks.length > 0 }
  return phaseOf(objective, entering) === 'given-plan'
    ? { ...entering, plan: startable, before: beforeOf(written, plan), isAgreed: isAgreed(written) }
    : entering
}

/** What a plan that a person has edited still has to be done of. */
export function leftIn(written: GemPlan, plan: Plan): Plan {
  return withoutTasks(plan, (id) => isDone(written, id))
}

/** What is blocked or has failed for good, and everything that waits for it. */
export function blockedIn({ tasks }: GemPlan, plan: Plan): ReadonlySet<string> {
  const stuck = tasks.filter((task) => isOver(task) && task.status !== 'completed').map(({ id }) => id)
  return new Set([...stuck, ...dependentsOf(plan.tasks, ...stuck)])
}

function isAgreed({ status }: GemPlan): boolean {
  return status === 'approved' || status === 'in_progress'
}

function isDone({ tasks }: GemPlan, id: string): boolean {
  return tasks.some((task) => task.id === id && task.status === 'completed')
}

/** Agreements with what is done hold on, and what was tried and found out before is not forgotten. */
function beforeOf(written: GemPlan, { contracts }: Plan): Before {
  const open = written.tasks.filter((task) => !isOver(task))
  return {
    contracts: contracts.filter(({ from, to }) => isDone(written, from) !== isDone(written, to)),
    tasks: Object.fromEntries(
      open.map((task) => [task.id, { attempts: task.flags?.retries_used ?? 0, packet: packetOf(task) }]),
    ),
  }
}

function packetOf({ diagnosis }: GemTask): DiagnosisPacket | null {
  if (diagnosis === null || diagnosis === undefined) return null
  const { root_cause: rootCause, fix_recommendations: fix } = diagnosis
  return {
    problem: 'An attempt before this run failed.',
    rootCause,
    location: null,
    kind: 'code',
    fix: typeof fix === 'string' ? fix : JSON.stringify(fix),
    changes: 'The cause is known now.',
    confidence: 1,
    by: 'debugger',
  }
}
