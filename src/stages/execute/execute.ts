import type { Run } from '../../kernel/playbook.ts'
import type { Plan, Task } from '../../plan/plan.ts'
import { plannedWaves } from '../../plan/plan-graph.ts'
import { parallelAdvice } from '../../plan/schedule-advice.ts'
import { decide } from '../../plan/schedule-decide.ts'
import type { ScheduleFact } from '../../plan/schedule-fact.ts'
import type { ScheduledTask } from '../../plan/schedule-task.ts'
import { scheduledTasks } from '../../plan/schedule-task.ts'
import { covers } from '../../plan/write-set.ts'
import type { FailureEntry } from '../../policy/failure-ledger.ts'
import { replansBefore, tallyAt } from '../../policy/failure-ledger.ts'
import { failureEntries } from './failure-entries.ts'
import { fact } from '../facts.ts'
import type { Job } from '../job.ts'
import { agentFor } from '../job.ts'
import type { MergeQueue } from '../integrate/merge-queue.ts'
import type { TaskStanding } from './orders.ts'
import { leftOutBy, takeOrders, taskScope } from './orders.ts'
import type { PastFact } from './past-of-tasks.ts'
import { pastOfTasks } from './past-of-tasks.ts'
import type { TaskResult } from './see-through.ts'
import { leaveOut, passOver, seeThrough } from './see-through.ts'
import type { TaskDesk } from './task-desk.ts'
import type { Reopened } from './task-order.ts'
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
  /** Whether nothing more is to start, because the plan is about to change. Contract: told from recorded facts alone. */
  readonly isHalted?: () => boolean
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
  const tasks = scheduledTasks(plan, (task) => agentFor(job, task.role, task))
  const policy = { ...job.policy, parallel: await chooseWidth(run, job, tasks, execution) }
  const waves = new Map(plannedWaves(plan.tasks).flatMap((ids, index) => ids.map((id) => [id, index + 1])))
  const past = pastOfTasks(run, revision)
  const before = done.flatMap(({ id, state }): readonly ScheduleFact[] =>
    state === 'replanning' ? [] : [{ kind: 'ended', task: id, as: state }],
  )
  const earlier = new Map(done.map((result) => [result.id, result]))
  const open = new Set(plan.tasks.map(({ id }) => id).filter((id) => !earlier.has(id)))
  const floor = new WorkFloor({ ...past, facts: [...before, ...past.facts] })
  const contracts = [...(job.before?.contracts ?? []), ...plan.contracts]
  const working = { ...job, contracts, heed: floor.heed.bind(floor) }
  const carryOut = async (
    { task: id, life, attempts }: Reopened,
    as: Beginning,
    after: readonly string[],
  ): Promise<TaskResult> => {
    await floor.ended(after)
    const task = taskOf(plan, id)
    const name = taskScope(id, revision, life)
    const scope = run.scope(name, job.taskLimits)
    if (as === 'blocked') return passOver(scope, task)
    if (as !== 'started') return leaveOut(scope, task, as.leftOutBy)
    const desk = deskOf(run, queue, floor, execution, waves, task, job)
    return submitting(queue, name, () => seeThrough(scope, working, desk, task, attempts))
  }
  const begin = (of: Reopened, as: Beginning, after: readonly string[] = []): void => {
    const state = typeof as === 'object' ? 'given-up' : as
    floor.begin(of.task, state, of.life, carryOut(of, as, after))
  }
  const standing = (id: string): TaskStanding =>
    open.has(id) ? floor.standingOf(id) : { state: 'elsewhere', life: 1, attempts: 0 }
  const obey = async (): Promise<void> => {
    for (const { task, by, leftOut, reopened } of await takeOrders(run, plan, revision, standing)) {
      for (const each of reopened) floor.reopen(each)
      if (leftOut) begin(floor.lifeOf(task), { leftOutBy: by })
    }
  }

  await floor.ended(replay(past.facts, open, begin))
  const stopListening = run.onOrder(() => floor.wake())
  for (;;) {
    await obey()
    const situation = { tasks, facts: floor.facts, policy, now: floor.now }
    const isHalted = floor.isDraining || (execution.isHalted?.() ?? false)
    const { start, block, wakeAt } = isHalted ? nothing : decide(situation)
    for (const id of block) begin(floor.lifeOf(id), 'blocked')
    for (const id of start) begin(floor.lifeOf(id), 'started')
    if (!floor.isIdle) await floor.change()
    else if (wakeAt === undefined) break
    else floor.heed({ kind: 'over', at: wakeAt })
  }
  stopListening()
  return plan.tasks.flatMap(({ id }) => earlier.get(id) ?? floor.resultOf(id) ?? [])
}

const nothing = { start: [], block: [], wakeAt: undefined }

type Beginning = 'started' | 'blocked' | { readonly leftOutBy: string }

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
  { policy, before }: Pick<Job, 'policy' | 'before'>,
): TaskDesk {
  const { work } = policy.process
  const earlier = before?.tasks[task.id]?.attempts
  const entries = (): readonly FailureEntry[] => failureEntries(run.recorded(), run.scopeName)
  const others = plan.tasks.filter(({ id }) => id !== task.id)
  return {
    line: queue.line,
    treeAt: (head) => queue.treeAt(head),
    wave: `${waves.get(task.id) ?? 0}@r${revision}`,
    replansBefore: (name) =>
      work.replansOf === 'run' || !Number.isFinite(replans)
        ? replans
        : replansBefore(entries(), task.id, name),
    holderOf: (path) =>
      others.find(
        ({ id, writeSet }) => !floor.isOver(id) && covers([...writeSet, ...floor.grownBy(id)], path),
      )?.id ?? null,
    grow: (paths) => floor.grow(task.id, paths),
    leftOutBy: () => leftOutBy(run, task.id, revision),
    drain: () => floor.drain(),
    tallyAt: (name) => tallyAt(entries(), name, earlier, work.counting),
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
  past: readonly PastFact[],
  open: ReadonlySet<string>,
  begin: (of: Reopened, as: Beginning, after: readonly string[]) => void,
): readonly string[] {
  const begun = new Set<string>()
  const lives = new Map<string, Reopened>()
  const over = new Set<string>()
  for (const each of past) {
    if (!('task' in each) || each.kind === 'extended' || !open.has(each.task)) continue
    const { task } = each
    if (each.kind === 'reopened') {
      lives.set(task, each)
      begun.delete(task)
      continue
    }
    if (!begun.has(task)) {
      begin(lives.get(task) ?? { task, life: 1, attempts: 0 }, beginningOf(each), [...over])
      over.delete(task)
    }
    begun.add(task)
    if (each.kind !== 'started') over.add(task)
  }
  return [...over]
}

function beginningOf(first: Exclude<PastFact, { kind: 'reopened' }>): Beginning {
  if (first.kind === 'left-out') return { leftOutBy: first.by }
  return first.kind === 'started' ? 'started' : 'blocked'
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
