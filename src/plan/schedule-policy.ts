/** Every choice in which scheduling may differ. */
export interface SchedulePolicy {
  /**
   * `ready`: a task may start when everything it depends on is proven. `waves`: also, everything in the waves
   * before its own must be over.
   */
  readonly order: 'ready' | 'waves'
  /** Tasks at work at once. */
  readonly parallel: number
  /** The same for each role and each agent program; one that is not named has no cap of its own. */
  readonly roleLimits: Readonly<Record<string, number>>
  readonly agentLimits: Readonly<Record<string, number>>
  /** A task without a write-set runs beside any other, or alone. */
  readonly unknownWriteSet: 'free' | 'exclusive'
  /** Setbacks in one window after which only half as many tasks, rounded up, may be at work. */
  readonly setbacks: number
  /** How many times faster side by side must be than one after the other to be worth it. */
  readonly leastGain: number
  /** A plan with less work than this is done one task after the other. */
  readonly leastWorkMinutes: number
}
