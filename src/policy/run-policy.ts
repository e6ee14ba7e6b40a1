import type { SchedulePolicy } from '../plan/schedule-policy.ts'

/** Every number and choice in which processes may differ. */
export interface RunPolicy extends SchedulePolicy {
  /** Gates at work at once. */
  readonly gates: number
  /** Attempts at a task before a person is asked. */
  readonly attempts: number
  /** Tries of one agent call whose agent failed, before that counts as a failed attempt. */
  readonly tries: number
  /** First pause after a failed try; each further one is twice as long. */
  readonly backoffMs: number
  /** A diagnosis less sure than this goes to a person instead of into the next attempt. */
  readonly leastConfidence: number
  /** How long one gate command may take. */
  readonly gateTimeoutMs: number
}

export const standardPolicy: RunPolicy = {
  order: 'ready',
  parallel: 4,
  roleLimits: {},
  agentLimits: {},
  unknownWriteSet: 'free',
  setbacks: 2,
  leastGain: 1.25,
  leastWorkMinutes: 20,
  gates: 1,
  attempts: 3,
  tries: 3,
  backoffMs: 1000,
  leastConfidence: 0.7,
  gateTimeoutMs: 15 * 60_000,
}
