/** The only source of time. Contract: `now` never goes backwards within a process. */
export interface Clock {
  now(): number
  /** Rejects with the signal's reason when it is aborted. */
  sleep(ms: number, signal: AbortSignal): Promise<void>
  /** Resolves after everything that could already run has run. */
  settled(): Promise<void>
}
