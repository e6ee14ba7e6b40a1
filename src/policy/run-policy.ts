import type { SchedulePolicy } from '../plan/schedule-policy.ts'
import type { CountedClass, FailureBudget } from './failure-budget.ts'
import { budgetForEach } from './failure-budget.ts'
import type { ProcessPolicy } from './process-policy.ts'
import { plainProcess, standardProcess } from './process-policy.ts'
import type { IsolationLevel } from '../kernel/ports/isolation.ts'
import type { ChangeSize } from '../kernel/ports/workspaces.ts'
import { LARGEST_CHANGE } from '../kernel/ports/workspaces.ts'
import type { Protection } from './protection.ts'
import { standardProtection } from './protection.ts'

/** Every number and choice in which processes may differ. */
export interface RunPolicy extends SchedulePolicy {
  /** Gates at work at once. */
  readonly gates: number
  /** Attempts at a task, whatever they fail of, before a person is asked. */
  readonly attempts: number
  /** Tries of one agent call whose agent failed, or of a gate that took too long, before the attempt has failed. */
  readonly tries: number
  /** First pause after a failed try; each further one is twice as long. */
  readonly backoffMs: number
  /** How many failures of each class a task, a wave and the run may have before a person is asked. */
  readonly failures: Readonly<Record<CountedClass, FailureBudget>>
  /** How often one task, and all tasks twice as often, may fail in the same way before a person is asked. */
  readonly sameFailures: number
  /** How often a plan may be made anew because a task says that it cannot work. */
  readonly replans: number
  /** A diagnosis less sure than this goes to a person instead of into the next attempt. */
  readonly leastConfidence: number
  /** How long one gate command may take. */
  readonly gateTimeoutMs: number
  /** How often a gate is run again on the same tree to tell chance from fault. */
  readonly flakeRuns: number
  /** How many tasks are merged and proven in one round at most. */
  readonly batch: number
  /** A rate limit that lasts longer is not waited for where another agent can take over. */
  readonly failoverAfterMs: number
  /** How often one agent is asked the same thing from the start after replies that did not fit. */
  readonly replyRounds: number
  /** The least isolation that a run may have. */
  readonly isolation: IsolationLevel
  /** What is more fails the attempt. */
  readonly largestChange: ChangeSize
  readonly protection: Protection
  readonly process: ProcessPolicy
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
  attempts: 5,
  tries: 3,
  backoffMs: 1000,
  failures: budgetForEach({ task: 3, wave: 9, run: 30 }),
  sameFailures: 3,
  replans: 1,
  leastConfidence: 0.7,
  gateTimeoutMs: 15 * 60_000,
  flakeRuns: 5,
  batch: 8,
  failoverAfterMs: 5 * 60_000,
  replyRounds: 1,
  isolation: 'none',
  largestChange: LARGEST_CHANGE,
  protection: standardProtection,
  process: standardProcess,
}

/** Only what it takes to build and prove. */
export const plainPolicy: RunPolicy = { ...standardPolicy, process: plainProcess }
