import type { ScheduleFact, TaskEnding } from './schedule-fact.ts'
import type { ScheduleGraph } from './schedule-graph.ts'
import { linkTasks } from './schedule-graph.ts'
import { Lanes } from './schedule-lanes.ts'
import type { Locks } from './schedule-locks.ts'
import { findLocks } from './schedule-locks.ts'
import { Pace } from './schedule-pace.ts'
import type { SchedulePolicy } from './schedule-policy.ts'
import type { ScheduledTask } from './schedule-task.ts'
import type { WaitReason } from './schedule-wait.ts'
import { WaveDoor } from './schedule-waves.ts'

export interface Admission {
  /** Tasks to start, in this order. */
  readonly start: readonly string[]
  /** Tasks that can never start, because something they wait for was not done. */
  readonly block: readonly string[]
  /** When the next parked agent comes back, while there are tasks that have not started. */
  readonly wakeAt: number | null
}

/**
 * The scheduler as a fold: `apply` takes in what happened, `admit` says what follows. Contract: the same facts
 * in the same order give the same admissions, whether they are folded at once or as they come. What a fact
 * costs grows with the logarithm of the plan; only tasks that a lock holds back are looked at again each time
 * their holder ends.
 */
export class Schedule {
  readonly #tasks: readonly ScheduledTask[]
  readonly #order: SchedulePolicy['order']
  readonly #graph: ScheduleGraph
  readonly #locks: Locks
  readonly #pace: Pace
  readonly #lanes: Lanes
  readonly #door: WaveDoor
  readonly #states: ('waiting' | 'running' | TaskEnding)[]
  /** How many of its dependencies are not done. */
  readonly #missing: number[]
  readonly #running = new Set<number>()
  /** Ready tasks that wait for a running one to let go of its lock. */
  readonly #held = new Map<number, number[]>()
  readonly #doomed: number[]
  #waiting: number

  constructor(tasks: readonly ScheduledTask[], policy: SchedulePolicy) {
    this.#tasks = tasks
    this.#order = policy.order
    this.#graph = linkTasks(tasks)
    this.#locks = findLocks(tasks, policy)
    this.#pace = new Pace(policy.parallel, policy.setbacks)
    this.#states = tasks.map(() => 'waiting')
    this.#waiting = tasks.length
    this.#missing = [...this.#graph.dependencyCounts]
    this.#doomed = [...this.#graph.unreachable]
    this.#lanes = new Lanes(tasks, policy, this.#graph.ranks, (task) => this.#states[task] === 'waiting')
    this.#door = new WaveDoor(policy.order === 'waves' ? this.#graph.waves : tasks.map(() => 1))
    for (const task of tasks.keys()) if (this.#missing[task] === 0) this.#offer(task)
  }

  apply(fact: ScheduleFact): void {
    switch (fact.kind) {
      case 'started':
        return this.#start(this.#graph.numbers.get(fact.task))
      case 'ended':
        return this.#end(this.#graph.numbers.get(fact.task), fact.as)
      case 'extended':
        return this.#extend(this.#graph.numbers.get(fact.task), fact.paths)
      case 'setback':
        return this.#pace.setback(fact.name)
      case 'parked':
        return this.#pace.park(fact.agent, fact.until)
    }
  }

  /** Says what starts and what is blocked now, and counts it as started and as blocked. */
  admit(now: number): Admission {
    const block = this.#block()
    const start: number[] = []
    while (this.#running.size < this.#pace.width) {
      const task = this.#lanes.take((agent) => this.#pace.parkedUntil(agent) <= now)
      if (task === undefined) break
      const holder = this.#holderOf(task)
      if (holder === undefined) {
        this.#start(task)
        start.push(task)
      } else {
        this.#hold(task, holder)
      }
    }
    return {
      start: this.#ids(start),
      block: this.#ids(block),
      wakeAt: this.#waiting > 0 ? this.#pace.wakeAt(now) : null,
    }
  }

  /** Why each task that has neither started nor ended does not start now. */
  waits(now: number): ReadonlyMap<string, WaitReason> {
    const waiting = this.#tasks.flatMap((_, task) => (this.#states[task] === 'waiting' ? [task] : []))
    return new Map(waiting.map((task) => [this.#task(task).id, this.#reason(task, now)]))
  }

  #reason(task: number, now: number): WaitReason {
    const { agent, dependencies } = this.#task(task)
    const isDone = (id: string): boolean => this.#states[this.#graph.numbers.get(id) ?? -1] === 'done'
    const on = dependencies.filter((id) => !isDone(id))
    if (on.length > 0) return { kind: 'dependencies', on }
    if (!this.#door.hasCome(task)) return { kind: 'wave' }
    const holder = this.#holderOf(task)
    if (holder !== undefined) return { kind: 'lock', holder: this.#task(holder).id }
    const until = this.#pace.parkedUntil(agent)
    if (until > now) return { kind: 'parked', agent, until }
    return { kind: 'cap', of: this.#lanes.capOver(task) ?? 'all' }
  }

  #offer(task: number): void {
    if (this.#states[task] === 'waiting' && this.#door.lets(task)) this.#lanes.add(task)
  }

  #start(task: number | undefined): void {
    if (task === undefined || this.#states[task] !== 'waiting') return
    this.#states[task] = 'running'
    this.#waiting -= 1
    this.#running.add(task)
    this.#lanes.enter(task)
  }

  #extend(task: number | undefined, paths: readonly string[]): void {
    if (task !== undefined) this.#locks.extend(task, paths)
  }

  #end(task: number | undefined, as: TaskEnding): void {
    const state = this.#states[task ?? -1]
    if (task === undefined || (state !== 'waiting' && state !== 'running')) return
    this.#states[task] = as
    if (this.#running.delete(task)) this.#lanes.leave(task)
    else this.#waiting -= 1
    for (const held of this.#held.get(task) ?? []) this.#offer(held)
    this.#held.delete(task)
    if (as === 'done') this.#succeed(task)
    else for (const dependent of this.#graph.dependents[task] ?? []) this.#doomed.push(dependent)
    const arrived = this.#door.close(task)
    if (arrived !== null) this.#pace.endWindow()
    for (const kept of arrived ?? []) this.#offer(kept)
  }

  #succeed(task: number): void {
    this.#pace.recover()
    if (this.#order === 'ready') this.#pace.endWindow()
    for (const dependent of this.#graph.dependents[task] ?? []) {
      const missing = (this.#missing[dependent] ?? 0) - 1
      this.#missing[dependent] = missing
      if (missing === 0) this.#offer(dependent)
    }
  }

  #block(): readonly number[] {
    const blocked: number[] = []
    for (let task = this.#doomed.pop(); task !== undefined; task = this.#doomed.pop()) {
      if (this.#states[task] !== 'waiting') continue
      this.#end(task, 'blocked')
      blocked.push(task)
    }
    return blocked.toSorted((a, b) => a - b)
  }

  #holderOf(task: number): number | undefined {
    for (const running of this.#running) if (this.#locks.clash(task, running)) return running
    return undefined
  }

  #hold(task: number, holder: number): void {
    const held = this.#held.get(holder)
    if (held === undefined) this.#held.set(holder, [task])
    else held.push(task)
  }

  #task(task: number): ScheduledTask {
    return this.#tasks[task] as ScheduledTask
  }

  #ids(tasks: readonly number[]): readonly string[] {
    return tasks.map((task) => this.#task(task).id)
  }
}
