import type { Deferred } from './deferred.ts'
import { deferred } from './deferred.ts'
import type { EventBody, PlaybookIdentity, RunEvent } from './event.ts'
import type { Failure } from './failure.ts'
import { RunFailure, toRunFailure } from './failure.ts'
import { overtakenQuestions } from './overtaken-questions.ts'
import type { Order, Raise } from './order.ts'
import { orderName } from './order.ts'
import type { Outcome } from './outcome.ts'
import type { World } from './ports/world.ts'
import type { Answer, Door, Question } from './question.ts'
import { fitsQuestion } from './question.ts'
import type { Fact } from './playbook.ts'
import { Recorder } from './recorder.ts'
import type { RunState } from './run-state.ts'

export interface PerformanceOptions {
  readonly world: World
  readonly state: RunState
  readonly playbook: PlaybookIdentity
  /** End the performance, resumable, when only people can move it on. */
  readonly stopWhenWaiting: boolean
  /** Answers that were given in advance. */
  readonly answerFor: (question: string, ask: Question) => Answer | null
  readonly onEvent: (event: RunEvent) => void
  readonly onWaiting: (questions: readonly string[]) => void
}

/** One process's playing of a run: what is under way now, and how it is brought to an end. */
export class Performance {
  readonly world: World
  readonly state: RunState
  readonly playbook: PlaybookIdentity
  readonly halted = deferred<Outcome>()
  readonly cancellation = new AbortController()
  readonly halting = new AbortController()
  /** Aborted by cancellation and by halting. */
  readonly signal: AbortSignal
  /** Questions, orders and budgets whose event is on its way to the journal, so that it is written once. */
  readonly asking = new Set<string>()
  readonly opening = new Map<string, Promise<void>>()
  readonly #options: PerformanceOptions
  readonly #recorder: Recorder
  readonly #claimed = new Set<string>()
  readonly #answers = new Map<string, Deferred<Answer>>()
  readonly #orderListeners = new Set<() => void>()
  readonly #working = new Set<Promise<unknown>>()
  #checking = false
  #isPausing = false

  constructor(options: PerformanceOptions) {
    this.#options = options
    this.world = options.world
    this.state = options.state
    this.playbook = options.playbook
    this.signal = AbortSignal.any([this.cancellation.signal, this.halting.signal])
    this.#recorder = new Recorder(this.world.journal, this.world.clock, this.state, options.onEvent)
    if (this.state.cancelRequested) this.cancellation.abort(cancelled())
  }

  /** True from the moment a pause is asked for: what ends meanwhile may have been ended by the same Ctrl-C. */
  get isHalted(): boolean {
    return this.#isPausing || this.halting.signal.aborted
  }

  /** A name may be used once in a performance: two steps of one name could not be told apart in a replay. */
  claim(name: string): void {
    if (this.#claimed.has(name)) {
      throw toRunFailure(
        new Error(`The step name "${name}" is used twice by the playbook ${this.playbook.name}.`),
      )
    }
    this.#claimed.add(name)
  }

  /** Appends, or halts the run when the journal cannot be written; after a halt nothing runs on. */
  async append(...bodies: readonly EventBody[]): Promise<void> {
    if (!(await this.#record(bodies))) return never()
  }

  /** As `append`, for a step at work: after a halt it is told so, because it must come to its own end. */
  async appendAtWork(...bodies: readonly EventBody[]): Promise<void> {
    if (!(await this.#record(bodies))) throw stopping()
  }

  /** The present moment as budgets count it: only work has passed since the last event. */
  workedUntil(): number {
    return this.#recorder.workedUntil()
  }

  /** Records that the run stopped here, and gives up this performance; nothing in it runs on. */
  async stop(failure: Failure): Promise<never> {
    await this.append({ type: 'run-stopped', failure })
    this.halt({ status: 'stopped', failure })
    return never()
  }

  async pause(reason: 'asked' | 'waiting', by?: string): Promise<void> {
    if (this.isHalted || this.state.ending) return
    this.#isPausing = true
    const questions = this.openQuestions()
    try {
      await this.busy(
        this.#recorder.append({ type: 'run-paused', reason, ...(by === undefined ? {} : { by }) }),
      )
      this.halt(reason === 'asked' ? { status: 'paused' } : { status: 'waiting', questions })
    } catch (thrown) {
      this.halt({ status: 'stopped', failure: toRunFailure(thrown).failure })
    }
  }

  halt(outcome: Outcome): void {
    if (this.halting.signal.aborted) return
    this.halting.abort(stopping())
    this.halted.resolve(outcome)
  }

  /** Resolves when nothing this performance started is under way any more. */
  async drained(): Promise<void> {
    while (this.#working.size > 0) await Promise.allSettled(this.#working)
  }

  /** Counts work as under way until it settles; a run with nothing under way waits for a person. */
  async busy<T>(work: Promise<T>): Promise<T> {
    this.#working.add(work)
    try {
      return await work
    } finally {
      this.#working.delete(work)
      if (this.#working.size === 0) void this.#check()
    }
  }

  openQuestions(): readonly string[] {
    return [...this.#answers.keys()]
  }

  /** Waits for the answer to a question that has been asked. */
  async answered(question: string): Promise<Answer> {
    const known = this.state.questions.get(question)?.answer
    if (known) return known
    const answer = this.#answers.get(question) ?? deferred<Answer>()
    this.#answers.set(question, answer)
    if (this.#working.size === 0) void this.#check()
    return answer.promise
  }

  /** Answers a question that somebody has answered in advance. */
  async answerInAdvance(question: string, ask: Question): Promise<void> {
    const answer = this.#options.answerFor(question, ask)
    if (answer && !this.state.questions.get(question)?.answer) await this.answer(question, answer)
    await this.answerOvertaken()
  }

  /** Answers as somebody outside says, if the question can be answered like that. */
  async hear(question: string, answer: Answer): Promise<void> {
    const ask = this.state.questions.get(question)?.ask
    if (ask !== undefined && !fitsQuestion(ask, answer)) {
      throw new RunFailure({ code: 'bad-input', message: `This is no answer to the question "${question}".` })
    }
    await this.answer(question, answer)
  }

  async answer(question: string, answer: Answer): Promise<void> {
    const record = this.state.questions.get(question)
    if (!record) throw new RunFailure({ code: 'bad-input', message: `There is no question "${question}".` })
    if (record.answer) {
      throw new RunFailure({ code: 'bad-input', message: `The question "${question}" is answered already.` })
    }
    await this.append({ type: 'question-answered', question, answer })
    this.#answers.get(question)?.resolve(answer)
    this.#answers.delete(question)
    await this.answerOvertaken()
  }

  /** Takes a person's order down, once. */
  async order({ id, order, by, door }: Order): Promise<void> {
    if (this.state.ending || this.asking.has(orderName(id)) || this.state.facts.has(orderName(id))) return
    this.asking.add(orderName(id))
    const value = { order, by, ...(door === undefined ? {} : { door }) }
    await this.append({ type: 'fact-recorded', name: orderName(id), kind: 'ordered', version: 1, value })
    for (const listener of this.#orderListeners) listener()
  }

  onOrder(listener: () => void): () => void {
    this.#orderListeners.add(listener)
    return () => this.#orderListeners.delete(listener)
  }

  /** Raises a cap of the whole run, once; whoever waits for more of it goes on. */
  async raise({ id, dimension, amount, by, door }: Raise): Promise<void> {
    if (this.state.ending || this.asking.has(orderName(id)) || this.state.raised.has(id)) return
    if (this.state.budgets.budgets.get('')?.limits[dimension] === undefined) {
      throw new RunFailure({ code: 'bad-input', message: `The run has no cap on ${dimension}.` })
    }
    if (!Number.isFinite(amount) || amount <= 0) {
      throw new RunFailure({ code: 'bad-input', message: 'A cap is raised by an amount above zero.' })
    }
    this.asking.add(orderName(id))
    const said = { order: id, by, ...(door === undefined ? {} : { door }) }
    await this.append({ type: 'budget-raised', scope: '', dimension, amount, ...said })
    await this.answerOvertaken()
  }

  async record(name: string, fact: Fact): Promise<void> {
    if (this.state.ending || this.asking.has(name) || this.state.facts.has(name)) return
    this.asking.add(name)
    await this.append({ type: 'fact-recorded', name, ...fact })
  }

  /** What a person has answered in another place is no question any more. */
  async answerOvertaken(): Promise<void> {
    for (const { question, answer } of overtakenQuestions(this.state)) {
      if (this.asking.has(`${question} overtaken`)) continue
      this.asking.add(`${question} overtaken`)
      await this.answer(question, answer)
    }
  }

  async cancel(by: string, door?: Door): Promise<void> {
    if (this.state.cancelRequested) return
    await this.append({ type: 'run-cancel-requested', by, ...(door === undefined ? {} : { door }) })
    const reason = cancelled()
    this.cancellation.abort(reason)
    for (const answer of this.#answers.values()) answer.reject(reason)
    this.#answers.clear()
  }

  /** Whether it was recorded: after a halt nothing is. */
  async #record(bodies: readonly EventBody[]): Promise<boolean> {
    if (this.isHalted) return false
    try {
      await this.busy(this.#recorder.append(...bodies))
    } catch (thrown) {
      this.halt({ status: 'stopped', failure: toRunFailure(thrown).failure })
    }
    return !this.isHalted
  }

  /** When nothing is under way, people have the word. */
  async #check(): Promise<void> {
    if (this.#checking) return
    this.#checking = true
    await this.world.clock.settled()
    this.#checking = false
    if (this.isHalted || this.#working.size > 0 || this.state.ending) return
    if (this.#answers.size === 0) return
    this.#options.onWaiting(this.openQuestions())
    if (this.#options.stopWhenWaiting) await this.pause('waiting')
  }
}

/** For whatever belongs to a performance that has been given up: it must not run on. */
export function never(): Promise<never> {
  return new Promise<never>(() => {})
}

function stopping(): RunFailure {
  return new RunFailure({ code: 'cancelled', message: 'The run is being stopped.' })
}

export function cancelled(): RunFailure {
  return new RunFailure({ code: 'cancelled', message: 'The run was cancelled.' })
}
