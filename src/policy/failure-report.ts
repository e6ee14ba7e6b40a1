import type { FailureClass } from './failure-class.ts'

/** One failure, as the machine that decides what follows needs it. */
export interface FailureReport {
  readonly class: FailureClass
  /** The smallest thing that could be done again: one call of an agent, the gate that judged, or the whole attempt. */
  readonly of: 'call' | 'gate' | 'attempt'
  /** The same for the same failure, whatever the run, the time and the place. */
  readonly signature: string
  /** One sentence for a person. */
  readonly problem: string
  /** The end of what was printed or said. */
  readonly evidence: string
  /** Whether the problem says all that there is to know, so that nobody has to look for the cause. */
  readonly isPlain: boolean
  /** When it is known to pass. */
  readonly until: number | null
  /** How often the agent had tried again by itself: that counts too. */
  readonly retries?: number
}
