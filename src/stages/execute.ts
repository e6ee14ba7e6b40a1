import type { Run } from '../kernel/playbook.ts'
import type { Plan, Task } from '../plan/plan.ts'
import { plannedWaves } from '../plan/plan-graph.ts'
import { parallelAdvice } from '../plan/schedule-advice.ts'
import { decide } from '../plan/schedule-decide.ts'
import type { ScheduleFact } from '../plan/schedule-fact.ts'
import type { ScheduledTask } from '../plan/schedule-task.ts'
import { scheduledTasks } from '../plan/schedule-task.ts'
import { covers } from '../plan/write-set.ts'
import { tallyAt } from '../policy/failure-ledger.ts'
import { failureEntries } from './failure-entries.ts'
import { fact } from './facts.ts'
import type { Job } from './job.ts'
import { agentFor } from './job.ts'
import type { MergeQueue } from './merge-queue.ts'
import { pastOfTasks } from './past-of-tasks.ts'
import type { TaskResult } from './see-through.ts'
import { passOver, seeThrough } from './see-through.ts'
import type { TaskDesk } from './task-desk.ts'
import { WorkFloor } from './work-floor.ts'

/** A plan to carry out, and what came before it. */
export interface Execution {
  readonly plan: Plan
  readonly revision: number
  /** Tasks that are over, under an earlier revision or in an earlier wave: they stay as they ended. */
  readonly done: readonly TaskResult[]
  /** Names this execution among several of one revision. */
  readonly part?: string
  /** How often the plan was made anew because it could not work. */
  readonly replans: number
}

/**
 * Carries out the plan: whenever something has changed, the scheduler says what may start. Its decisions are
 * not recorded: they follow from the facts of the tasks, and a resumed run begins with those of its journal.
 * A task that throws ends the run, and one that asks for another plan ends the execution of this one: nothing
 * more is started then, and what is at work comes to its end first.
 */
export async function execute(
  run: Run,
  job: Job,
  queue: MergeQueue,
  execution: Execution,
): Promise<TaskResult[]> {
  const { plan, revision, done } = execution
  const tasks = scheduledTasks(plan, (role) => agentFor(job, role))
  const policy = { ...job.policy, parallel: await chooseWidth(run, job, tasks, execution) }
  const waves = new Map(plannedWaves(plan.tasks).flatMap((ids, index) => ids.map((id) => [id, index + 1])))
  const past = pastOfTasks(run, revision)
  const before = done.flatMap(({ id, state }): readonly ScheduleFact[] =>
    state === 'replanning' ? [] : [{ kind: 'ended', task: id, as: state }],
  )
  const earlier = new Map(done.map((result) => [result.id, result]))
  const open = new Set(plan.tasks.map(({ id }) => id).filter((id) => !earlier.has(id)))
  const floor = new WorkFloor({ ...past, facts: [...before, ...past.facts] })
  const working = { ...job, contracts: plan.contracts, heed: floor.heed.bind(floor) }
  const carryOut = async (id: string, as: Beginning, after: readonly string[]): Promise<TaskResult> => {
    await floor.ended(after)
    const task = taskOf(plan, id)
    const scope = run.scope(`${id}@r${revision}`, job.taskLimits)
    return as === 'started'
      ? submitting(queue, `${id}@r${revision}`, () =>
          seeThrough(scope, working, deskOf(run, queue, floor, execution, waves, task), task),
        )
      : passOver(scope, task)
  }
  const begin = (id: string, as: Beginning, after: readonly string[] = []): void =>
    floor.begin(id, as, carryOut(id, as, after))

  await floor.ended(replay(past.facts, open, begin))
  for (;;) {
    const situation = { tasks, facts: floor.facts, policy, now: floor.now }
    const { start, block, wakeAt } = floor.isDraining ? nothing : decide(situation)
    for (const id of block) begin(id, 'blocked')
    for (const id of start) begin(id, 'started')
    if (!floor.isIdle) await floor.change()
    else if (wakeAt === undefined) break
    else floor.heed({ kind: 'over', at: wakeAt })
  }
  return plan.tasks.flatMap(({ id }) => earlier.get(id) ?? floor.resultOf(id) ?? [])
}

const nothing = { start: [], block: [], wakeAt: undefined }

type Beginning = 'started' | 'blocked'

/** Nobody in the queue waits for a task that is over. */
async function submitting(
  queue: MergeQueue,
  key: string,
  work: () => Promise<TaskResult>,
): Promise<TaskResult> {
  try {
    const result = await work()
    queue.left(key)
    return result
  } catch (thrown) {
    queue.left(key, thrown)
    throw thrown
  }
}

function deskOf(
  run: Run,
  queue: MergeQueue,
  floor: WorkFloor,
  { plan, revision, replans }: Execution,
  waves: ReadonlyMap<string, number>,
  task: Task,
): TaskDesk {
  const others = plan.tasks.filter(({ id }) => id !== task.id)
  return {
    line: queue.line,
    treeAt: (head) => queue.treeAt(head),
    wave: `${waves.get(task.id) ?? 0}@r${revision}`,
    replans,
    holderOf: (path) =>
      others.find(
        ({ id, writeSet }) => !floor.isOver(id) && covers([...writeSet, ...floor.grownBy(id)], path),
      )?.id ?? null,
    grow: (paths) => floor.grow(task.id, paths),
    drain: () => floor.drain(),
    tallyAt: (name) => tallyAt(failureEntries(run.recorded(), run.scopeName), name),
    submit: (attempt, commit) =>
      queue.submit(task, commit, attempt.scopeName.slice(run.scopeName.length + 1)),
  }
}

/**
 * Begins again whatever was begun before, whatever the caps: it is finished or was at work, and others may wait
 * behind it in a recorded round of the merge queue. Each waits for what was over before it began, so that the
 * integration line it builds on is the same. Gives what was over in the end: nothing new starts before that.
 */
function replay(
  past: readonly ScheduleFact[],
  open: ReadonlySet<string>,
  begin: (task: string, as: Beginning, after: readonly string[]) => void,
): readonly string[] {
  const begun = new Set<string>()
  const over: string[] = []
  for (const each of past) {
    if ((each.kind !== 'started' && each.kind !== 'ended') || !open.has(each.task)) continue
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

async function chooseWidth(
  run: Run,
  job: Job,
  tasks: readonly ScheduledTask[],
  { revision, replans, part }: Execution,
): Promise<number> {
  const { width, gain, reason } = parallelAdvice(tasks, job.policy)
  if (width === 1 && gain > 1.01) {
    const text = `The tasks are done one after the other. ${reason}`
    const name = replans === 0 ? 'one-at-a-time' : `one-at-a-time-r${revision}`
    await run.record(
      part === undefined ? name : `one-at-a-time-${part}`,
      fact({ kind: 'notice', value: { text } }),
    )
  }
  return width
}
