import type { Run } from '../kernel/playbook.ts'
import type { Plan } from '../plan/plan.ts'
import { parallelAdvice } from '../plan/schedule-advice.ts'
import { decide } from '../plan/schedule-decide.ts'
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
  const floor = new WorkFloor(pastOfTasks(run, revision))
  const working = { ...job, heed: floor.heed.bind(floor) }
  const begin = (id: string, as: 'started' | 'blocked'): void => {
    const task = plan.tasks.find((each) => each.id === id)
    if (task === undefined) return
    const scope = run.scope(`${id}@r${revision}`, job.taskLimits)
    floor.begin(id, as, as === 'started' ? seeThrough(scope, working, line, task) : passOver(scope, task))
  }

  await replay(floor, begin)
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

/**
 * Everything that was begun before is played again, whatever the caps: it is finished or was at work, and
 * others may wait behind it in the order that a lane has recorded. What was over must be so again before
 * anything new starts, since new work builds on the integration line.
 */
async function replay(
  floor: WorkFloor,
  begin: (task: string, as: 'started' | 'blocked') => void,
): Promise<void> {
  const past = new Map<string, 'started' | 'blocked'>()
  const over: string[] = []
  for (const each of floor.facts) {
    if (each.kind === 'started') past.set(each.task, 'started')
    if (each.kind === 'ended') over.push(each.task)
    if (each.kind === 'ended' && each.as === 'blocked') past.set(each.task, 'blocked')
  }
  for (const [task, as] of past) begin(task, as)
  await floor.ended(over)
}

async function chooseWidth(run: Run, job: Job, tasks: readonly ScheduledTask[]): Promise<number> {
  const { width, gain, reason } = parallelAdvice(tasks, job.policy)
  if (width === 1 && gain > 1.01) {
    const text = `The tasks are done one after the other. ${reason}`
    await run.record('one-at-a-time', fact({ kind: 'notice', value: { text } }))
  }
  return width
}
