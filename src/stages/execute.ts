import type { Run } from '../kernel/playbook.ts'
import type { Plan, Task } from '../plan/plan.ts'
import { parallelAdvice } from '../plan/schedule-advice.ts'
import { decide } from '../plan/schedule-decide.ts'
import type { ScheduleFact } from '../plan/schedule-fact.ts'
import type { ScheduledTask } from '../plan/schedule-task.ts'
import { scheduledTasks } from '../plan/schedule-task.ts'
import { fact } from './facts.ts'
import type { IntegrationLine } from './integrate.ts'
import type { Job } from './job.ts'
import { pastOfTasks } from './past-of-tasks.ts'
import type { TaskResult } from './see-through.ts'
import { passOver, seeThrough } from './see-through.ts'
import { WorkFloor } from './work-floor.ts'

/**
 * Carries out the plan: whenever something has changed, the scheduler says what may start. Its decisions are
 * not recorded: they follow from the facts of the tasks, and a resumed run begins with those of its journal.
 * A task that throws ends the run, so nothing more is started then; what is at work comes to its end first.
 */
export async function execute(
  run: Run,
  job: Job,
  line: IntegrationLine,
  plan: Plan,
  revision: number,
): Promise<TaskResult[]> {
  const tasks = scheduledTasks(plan, () => job.agents.implementer)
  const policy = { ...job.policy, parallel: await chooseWidth(run, job, tasks) }
  const past = pastOfTasks(run, revision)
  const floor = new WorkFloor(past)
  const working = { ...job, heed: floor.heed.bind(floor) }
  const carryOut = async (id: string, as: Beginning, after: readonly string[]): Promise<TaskResult> => {
    await floor.ended(after)
    const task = taskOf(plan, id)
    const scope = run.scope(`${id}@r${revision}`, job.taskLimits)
    return as === 'started' ? seeThrough(scope, working, line, task) : passOver(scope, task)
  }
  const begin = (id: string, as: Beginning, after: readonly string[] = []): void =>
    floor.begin(id, as, carryOut(id, as, after))

  await floor.ended(replay(past, begin))
  for (;;) {
    const situation = { tasks, facts: floor.facts, policy, now: floor.now }
    const { start, block, wakeAt } = floor.hasFailed ? nothing : decide(situation)
    for (const id of block) begin(id, 'blocked')
    for (const id of start) begin(id, 'started')
    if (!floor.isIdle) await floor.change()
    else if (wakeAt === undefined) break
    else floor.heed({ kind: 'over', at: wakeAt })
  }
  return plan.tasks.flatMap(({ id }) => floor.resultOf(id) ?? [])
}

const nothing = { start: [], block: [], wakeAt: undefined }

type Beginning = 'started' | 'blocked'

/**
 * Begins again whatever was begun before, whatever the caps: it is finished or was at work, and others may wait
 * behind it in the order that a lane has recorded. Each waits for what was over before it began, so that the
 * integration line it builds on is the same. Gives what was over in the end: nothing new starts before that.
 */
function replay(
  past: readonly ScheduleFact[],
  begin: (task: string, as: Beginning, after: readonly string[]) => void,
): readonly string[] {
  const begun = new Set<string>()
  const over: string[] = []
  for (const each of past) {
    if (each.kind !== 'started' && each.kind !== 'ended') continue
    if (!begun.has(each.task)) begin(each.task, each.kind === 'started' ? 'started' : 'blocked', [...over])
    begun.add(each.task)
    if (each.kind === 'ended') over.push(each.task)
  }
  return over
}

function taskOf({ tasks }: Plan, id: string): Task {
  const task = tasks.find((each) => each.id === id)
  if (task === undefined) throw new Error(`There is no task ${id} in the plan.`)
  return task
}

async function chooseWidth(run: Run, job: Job, tasks: readonly ScheduledTask[]): Promise<number> {
  const { width, gain, reason } = parallelAdvice(tasks, job.policy)
  if (width === 1 && gain > 1.01) {
    const text = `The tasks are done one after the other. ${reason}`
    await run.record('one-at-a-time', fact({ kind: 'notice', value: { text } }))
  }
  return width
}
