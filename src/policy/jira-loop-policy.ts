import { budgetForEach } from './failure-budget.ts'
import type { ProcessPolicy } from './process-policy.ts'
import { standardProcess } from './process-policy.ts'
import type { RunPolicy } from './run-policy.ts'
import { standardPolicy } from './run-policy.ts'
import type { Tier } from './tier.ts'

const nobody = { trivial: [], small: [], medium: [], large: [] } as const
const one = { trivial: 1, small: 1, medium: 1, large: 1 } as const

/** Attempts at a task, and iterations of the whole. */
const FIVE = 5

/** A plan of one task is trivial: what the program has proven of it is enough. */
const reviewed: readonly Tier[] = ['small', 'medium', 'large']

const jiraLoopProcess: ProcessPolicy = {
  ...standardProcess,
  tier: 'medium',
  work: { ...standardProcess.work, shown: [] },
  discuss: { ...standardProcess.discuss, tiers: [] },
  specify: [],
  research: { areas: { trivial: 0, small: 0, medium: 0, large: 0 }, reuse: false },
  planning: { ...standardProcess.planning, variants: one, splitter: true, executors: ['implementer'] },
  challenge: { ...standardProcess.challenge, by: nobody },
  approve: [],
  approvals: { ...standardProcess.approvals, plan: 'free' },
  diagnose: false,
  waves: { ...standardProcess.waves, announce: [], critic: [], designer: [] },
  // The first iteration, and one more after each review that rejects.
  review: { ...standardProcess.review, tasks: reviewed, final: reviewed, fixCycles: FIVE - 1 },
  learn: { agentsFile: false, wisdom: false, docs: true },
  contextLength: 200_000,
}

/** The nested loops around a ticket: nobody approves, groups in order, five attempts, five iterations. */
export const jiraLoopPolicy: RunPolicy = {
  ...standardPolicy,
  replyRounds: standardPolicy.tries,
  order: 'waves',
  parallel: 2,
  unknownWriteSet: 'exclusive',
  leastGain: 1,
  leastWorkMinutes: 1,
  attempts: FIVE,
  sameFailures: FIVE,
  failures: budgetForEach({ task: FIVE, wave: 50, run: 250 }),
  replans: 0,
  process: jiraLoopProcess,
}
