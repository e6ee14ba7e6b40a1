/** The only source of time. Contract: `now` and `awake` never go backwards within a process. */
export interface Clock {
  /** The time of the calendar, in epoch milliseconds. When somebody sets it back, it goes on as if nobody had. */
  now(): number
  /**
   * Milliseconds in which the machine was awake and this process could run, from any beginning: how long something
   * took or may take. Neither a clock that is set, nor a sleep of the machine, nor SIGSTOP makes it more.
   */
  awake(): number
  /** Sleeps so long by `awake`. Rejects with the signal's reason when it is aborted. */
  sleep(ms: number, signal: AbortSignal): Promise<void>
  /** Sleeps until `now` has come to this moment, also when the clock is set or the machine sleeps meanwhile. */
  sleepUntil(at: number, signal: AbortSignal): Promise<void>
  /** Resolves after everything that could already run has run. */
  settled(): Promise<void>
}
