import type { Tier } from './tier.ts'

/** How tasks are done, and what becomes of those that fail. */
export type WorkPolicy = {
  /** What becomes of a task that asked leave and was refused it: it does without, or it is given up. */
  readonly refused: 'go-on' | 'block'
  /** Who mends code that a task turns out to need: its own role where that writes code, or always an implementer. */
  readonly mending: 'own' | 'implementer'
  /** An agent that fails on and on in a way that passes: that is a failed attempt, or a person is asked at once. */
  readonly persistent: 'attempt' | 'ask'
  /** How failures are counted: each class by itself, or together what is answered alike. */
  readonly counting: 'each' | 'alike'
  /** Whose number of new plans is limited: that of the run, or of each task. */
  readonly replansOf: 'run' | 'task'
  /** Jobs in which a task that claims new behaviour has to show it by something that can be run, or a person is asked. */
  readonly shown: readonly Tier[]
}
