import type { Json } from './json.ts'
import type { Order } from './order.ts'
import type { World } from './ports/world.ts'
import type { Answer, Question } from './question.ts'
import type { Limits, Usage } from './usage.ts'

/** A process as a program. Contract: `play` acts only through `run` and is otherwise deterministic. */
export interface Playbook<In, Out extends Json> {
  readonly name: string
  /** Raised when the same input would now ask for other steps; results of older versions are kept. */
  readonly version: number
  /** The oldest version whose runs this one can play on; without it, any. */
  readonly oldest?: number
  /** Throws when the input is not what the playbook takes. */
  readonly parseInput: (input: Json) => In
  play(run: Run, input: In): Promise<Out>
}

export interface StepContext {
  readonly world: World
  readonly run: string
  /** The full name of the step. */
  readonly step: string
  readonly attempt: number
  /** When the first attempt started, from the journal: repeated effects carry the same time. */
  readonly startedAt: number
  /** What earlier attempts noted, oldest first. */
  readonly notes: readonly Json[]
  /** What every step of the run has noted until now, by the step's name. */
  everyNote(): ReadonlyMap<string, readonly Json[]>
  readonly signal: AbortSignal
  /** Makes something durable that a settlement after a crash will need. */
  note(note: Json): Promise<void>
  /** Says what this attempt has cost so far; the last word counts, also when the attempt fails. */
  spent(usage: Usage): void
  /** As `spent`, and durable at once, so that a crash cannot forget it. */
  recordSpent(usage: Usage): Promise<void>
  /** Whether what this attempt has cost so far passes a cap on tokens or money above it. */
  isOverLimit(spent: Usage): boolean
  /**
   * Charges one more agent turn on top of what was spent, durably, if every cap above leaves room for it.
   * Otherwise nothing is charged and the answer is `false`; nobody is asked.
   */
  chargeTurn(spent: Usage): Promise<boolean>
}

/** How a step that was in flight at a crash is settled: its effect was found, or it is to be done again. */
export type Settlement<T> = { readonly kind: 'found'; readonly result: T } | { readonly kind: 'again' }

export interface StepSpec<T extends Json> {
  readonly kind: string
  readonly version?: number
  readonly input: Json
  /** What the step will spend at most, or `turns: 1` when nobody knows; held back before it starts. */
  readonly reserve?: Usage
  /** Contract: may be repeated from the start after `settle` has answered `again`. */
  execute(context: StepContext): Promise<T>
  /** Called when a crash left the step open; without it the step is simply done again. */
  settle?(context: StepContext): Promise<Settlement<T>>
}

/** How long a timer runs; what is left of it survives restarts. */
export type Wait = { readonly ms: number } | { readonly until: number }

export interface Fact {
  readonly kind: string
  readonly version: number
  readonly value: Json
}

/**
 * A playbook's hands. Every call is recorded under a name and found again by that name, never by its order,
 * so parallel work replays safely. A name used twice is a `bug`.
 */
export interface Run {
  readonly id: string
  /** The scope that step names are put under; `''` at the top. */
  readonly scopeName: string
  scope(name: string, limits?: Limits): Run
  step<T extends Json>(name: string, spec: StepSpec<T>): Promise<T>
  /** Records a decision that depends on the moment, so that a replay decides alike. */
  decide<T extends Json>(name: string, decide: () => T): Promise<T>
  record(name: string, fact: Fact): Promise<void>
  /**
   * Facts and decisions under this scope so far, by their full names, oldest first. They tell a resumed run what
   * it had begun. Contract for playbooks: only the order of work in memory may depend on it, never which steps
   * there are.
   */
  recorded(): ReadonlyMap<string, Json>
  question(name: string, question: Question): Promise<Answer>
  /**
   * What people have told the run outside of questions, oldest first. Contract for playbooks: what follows from it
   * is recorded by `decide` or `record` before anything is done, so that a replay does alike.
   */
  orders(): readonly Order[]
  /** Calls back at every further order, until the function that it gives is called. */
  onOrder(listener: () => void): () => void
  sleep(name: string, wait: Wait): Promise<void>
  /** Plays another playbook as one step of this run. */
  play<In, Out extends Json>(name: string, playbook: Playbook<In, Out>, input: Json): Promise<Out>
  /** Hands that still work after a cancellation, for clean-up that is itself recorded. */
  shielded(): Run
}
