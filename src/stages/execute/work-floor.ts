import { deferred } from '../../kernel/deferred.ts'
import type { ScheduleFact, TaskEnding } from '../../plan/schedule-fact.ts'
import type { SetbackNews } from '../job.ts'
import type { PastOfTasks } from './past-of-tasks.ts'
import { factOf } from './past-of-tasks.ts'
import type { TaskStanding } from './orders.ts'
import type { TaskResult } from './see-through.ts'
import type { Reopened } from './task-order.ts'

const standings = {
  done: 'done',
  'given-up': 'given up',
  blocked: 'blocked',
} as const

/** Which tasks are at work in this process, and everything that the scheduler must know of them. */
export class WorkFloor {
  readonly #facts: ScheduleFact[]
  readonly #begun = new Map<string, Promise<void>>()
  readonly #results = new Map<string, PromiseSettledResult<TaskResult>>()
  readonly #atWork = new Set<string>()
  readonly #reopened = new Map<string, Reopened>()
  readonly #over = new Set<string>()
  readonly #grown = new Map<string, readonly string[]>()
  #changed = deferred<void>()
  #now = Number.NEGATIVE_INFINITY
  #isDraining: boolean

  constructor(past: PastOfTasks) {
    this.#facts = []
    this.#isDraining = past.isDraining
    for (const fact of past.facts) {
      if (fact.kind === 'reopened') this.reopen(fact)
      else if (fact.kind === 'left-out') this.#learn({ kind: 'ended', task: fact.task, as: 'given-up' })
      else this.#learn(fact)
    }
  }

  get facts(): readonly ScheduleFact[] {
    return this.#facts
  }

  /** The latest known end of a rate limit that has come: all the time that scheduling needs. */
  get now(): number {
    return this.#now
  }

  get isIdle(): boolean {
    return this.#atWork.size === 0
  }

  /** Whether nothing more is to start: a task has thrown, or has asked for another plan. */
  get isDraining(): boolean {
    return this.#isDraining || [...this.#results.values()].some(({ status }) => status === 'rejected')
  }

  /** A life that is over in the past is only played again: nothing follows from it any more. */
  begin(task: string, as: 'started' | TaskEnding, life: number, work: Promise<TaskResult>): void {
    if (life === this.lifeOf(task).life) {
      this.#learn(as === 'started' ? { kind: 'started', task } : { kind: 'ended', task, as })
      this.#atWork.add(task)
    }
    this.#begun.set(task, this.#end(task, life, work))
  }

  /** Forgets that a task has started and ended. */
  reopen(reopened: Reopened): void {
    const { task } = reopened
    this.#reopened.set(task, reopened)
    const others = this.#facts.filter(
      (fact) => !((fact.kind === 'started' || fact.kind === 'ended') && fact.task === task),
    )
    this.#facts.splice(0, this.#facts.length, ...others)
    this.#over.delete(task)
    this.#results.delete(task)
    this.#atWork.delete(task)
  }

  lifeOf(task: string): Reopened {
    return this.#reopened.get(task) ?? { task, life: 1, attempts: 0 }
  }

  standingOf(task: string): TaskStanding {
    const { life, attempts: before } = this.lifeOf(task)
    const result = this.#results.get(task)
    const value = result?.status === 'fulfilled' ? result.value : null
    const ended = this.#facts.findLast((fact) => fact.kind === 'ended' && fact.task === task)
    const attempts = Math.max(before, value?.attempts ?? 0)
    if (ended?.kind === 'ended') return { state: standings[ended.as], life, attempts }
    if (this.#atWork.has(task)) return { state: 'at work', life, attempts }
    return { state: value === null ? 'waiting' : 'elsewhere', life, attempts }
  }

  /** Has whoever waits for a change look again. */
  wake(): void {
    this.#changed.resolve()
  }

  heed(news: SetbackNews): void {
    if (news.kind === 'over') this.#now = Math.max(this.#now, news.at)
    else this.#learn(factOf(news))
    this.#changed.resolve()
  }

  drain(): void {
    this.#isDraining = true
  }

  grow(task: string, paths: readonly string[]): void {
    if (paths.length > 0) this.#learn({ kind: 'extended', task, paths })
  }

  /** Paths that a task's write-set has grown by, as far as anybody knows. */
  grownBy(task: string): readonly string[] {
    return this.#grown.get(task) ?? []
  }

  isOver(task: string): boolean {
    return this.#over.has(task)
  }

  /** Resolves when all of these tasks have ended here too. */
  async ended(tasks: readonly string[]): Promise<void> {
    await Promise.all(tasks.flatMap((task) => this.#begun.get(task) ?? []))
  }

  async change(): Promise<void> {
    await this.#changed.promise
    this.#changed = deferred()
  }

  /** Throws what the task threw; `null` when it was never begun. */
  resultOf(task: string): TaskResult | null {
    const result = this.#results.get(task)
    if (result?.status === 'rejected') throw result.reason
    return result?.value ?? null
  }

  #learn(fact: ScheduleFact): void {
    this.#facts.push(fact)
    if (fact.kind === 'ended') this.#over.add(fact.task)
    if (fact.kind === 'extended') this.#grown.set(fact.task, [...this.grownBy(fact.task), ...fact.paths])
  }

  async #end(task: string, life: number, work: Promise<TaskResult>): Promise<void> {
    const [result] = await Promise.allSettled([work])
    if (life !== this.lifeOf(task).life && result.status === 'fulfilled') return
    this.#atWork.delete(task)
    const state = result.status === 'fulfilled' ? result.value.state : 'given-up'
    this.#results.set(task, result)
    if (state === 'replanning') this.#isDraining = true
    else this.#learn({ kind: 'ended', task, as: state })
    this.#changed.resolve()
  }
}
