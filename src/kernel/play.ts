import type { PlaybookSource, RunEvent } from './event.ts'
import { RunFailure, isOutcome, toRunFailure } from './failure.ts'
import type { Json } from './json.ts'
import type { Order, Raise } from './order.ts'
import type { Outcome } from './outcome.ts'
import { Performance } from './performance.ts'
import { PlayedRun } from './played-run.ts'
import type { Fact, Playbook } from './playbook.ts'
import type { World } from './ports/world.ts'
import type { Answer, Door, Question } from './question.ts'
import { RunState } from './run-state.ts'
import type { Limits } from './usage.ts'

export interface NewRun {
  readonly run: string
  readonly input: Json
  readonly limits: Limits
}

export interface PlayOptions<In, Out extends Json> {
  readonly playbook: Playbook<In, Out>
  /** The file that the playbook came from, for the record; absent for what is built in. */
  readonly source?: PlaybookSource
  readonly world: World
  /** For a journal that is still empty; `null` goes on with what the journal holds. */
  readonly start: NewRun | null
  /** The version of Tutti, for the record. */
  readonly tutti: string
  readonly stopWhenWaiting?: boolean
  /** Answers that were given in advance; they are recorded like any other. */
  readonly answerFor?: (question: string, ask: Question) => Answer | null
  readonly onEvent?: (event: RunEvent) => void
  readonly onWaiting?: (questions: readonly string[]) => void
}

/** A run that is being played by this process. */
export interface LiveRun {
  /** How it ended here; resolves after everything it started is gone. */
  readonly outcome: Promise<Outcome>
  answer(question: string, answer: Answer): Promise<void>
  cancel(by: string, door?: Door): Promise<void>
  /** Ends this performance in a state that can be resumed; what was in flight is given up. */
  pause(by?: string): Promise<void>
  /** Takes down what a person tells the run outside of questions; one that is known already is no error. */
  order(order: Order): Promise<void>
  /** Writes down, once under its name, what whoever plays the run has seen. */
  record(name: string, fact: Fact): Promise<void>
  /** Raises a cap of the whole run; throws `bad-input` when it has no such cap. */
  raise(raise: Raise): Promise<void>
}

/** Plays a run from its journal: what is finished returns at once, what is open is settled, the rest is done. */
export async function play<In, Out extends Json>(options: PlayOptions<In, Out>): Promise<LiveRun> {
  const { playbook, world } = options
  const state = new RunState()
  const contents = await world.journal.read()
  for (const event of contents.events) state.apply(event)
  const performance = new Performance({
    world,
    state,
    playbook: {
      name: playbook.name,
      version: playbook.version,
      ...(options.source === undefined ? {} : { source: options.source }),
    },
    stopWhenWaiting: options.stopWhenWaiting ?? false,
    answerFor: options.answerFor ?? (() => null),
    onEvent: options.onEvent ?? (() => {}),
    onWaiting: options.onWaiting ?? (() => {}),
  })
  const outcome = state.ending ? ended(performance) : begin(performance, options, contents.tornBytes)
  return {
    outcome,
    answer: (question, answer) => performance.hear(question, answer),
    cancel: (by, door) => performance.cancel(by, door),
    pause: (by) => performance.pause('asked', by),
    order: (order) => performance.order(order),
    raise: (raise) => performance.raise(raise),
    record: (name, fact) => performance.record(name, fact),
  }
}

async function begin<In, Out extends Json>(
  performance: Performance,
  options: PlayOptions<In, Out>,
  tornBytes: number,
): Promise<Outcome> {
  const ended = perform(performance, options, tornBytes)
  const outcome = await Promise.race([ended, performance.halted.promise])
  await performance.drained()
  return outcome
}

async function perform<In, Out extends Json>(
  performance: Performance,
  options: PlayOptions<In, Out>,
  tornBytes: number,
): Promise<Outcome> {
  try {
    const input = await open(performance, options, tornBytes)
    const result = await options.playbook.play(new PlayedRun(performance, '', performance.signal), input)
    const stored = await performance.world.journal.keep(result)
    await performance.append({ type: 'run-completed', result: stored })
    return { status: 'completed', result }
  } catch (thrown) {
    const { failure } = toRunFailure(thrown)
    if (performance.state.playbook === null) return { status: 'failed', failure }
    if (!isOutcome(failure)) return performance.stop(failure)
    if (failure.code === 'cancelled' && performance.state.cancelRequested) {
      await performance.append({ type: 'run-cancelled' })
      return { status: 'cancelled' }
    }
    await performance.append({ type: 'run-failed', failure })
    return { status: 'failed', failure }
  }
}

async function open<In, Out extends Json>(
  performance: Performance,
  { playbook, start, tutti }: PlayOptions<In, Out>,
  tornBytes: number,
): Promise<In> {
  const { state, world } = performance
  const identity = performance.playbook
  if (state.playbook === null) {
    if (!start) throw new RunFailure({ code: 'run-unknown', message: 'The journal of this run is empty.' })
    const input = playbook.parseInput(start.input)
    const stored = await world.journal.keep(start.input)
    const { run, limits } = start
    await performance.append({ type: 'run-started', run, playbook: identity, input: stored, limits, tutti })
    return input
  }
  if (state.playbook.name !== playbook.name) {
    const message = `The run was started with the playbook ${state.playbook.name}, not ${playbook.name}.`
    throw new RunFailure({ code: 'replay-diverged', message, step: '' })
  }
  if (state.playbook.version < (playbook.oldest ?? 0)) {
    const message = `The run was started with version ${state.playbook.version} of the playbook ${playbook.name}; this Tutti plays on runs from version ${playbook.oldest} on. Resume it with the version of Tutti that started it.`
    throw new RunFailure({ code: 'replay-diverged', message, step: '' })
  }
  await performance.append({ type: 'run-resumed', playbook: identity, tutti, tornBytes })
  await performance.answerOvertaken()
  if (!state.input)
    throw new RunFailure({ code: 'run-unknown', message: 'The journal of this run has no input.' })
  return playbook.parseInput(await world.journal.load(state.input))
}

async function ended(performance: Performance): Promise<Outcome> {
  const { ending } = performance.state
  switch (ending?.type) {
    case 'run-completed':
      return { status: 'completed', result: await performance.world.journal.load(ending.result) }
    case 'run-failed':
      return { status: 'failed', failure: ending.failure }
    default:
      return { status: 'cancelled' }
  }
}
