import { budgetForEach } from './failure-budget.ts'
import type { RunPolicy } from './run-policy.ts'
import { policyWith, standardPolicy } from './run-policy.ts'
import type { Tier } from './tier.ts'

/** Attempts at a task, and iterations of the whole. */
const FIVE = 5

/** A plan of one task is trivial: what the program has proven of it is enough. */
const reviewed: readonly Tier[] = ['small', 'medium', 'large']

/** The nested loops around a ticket: nobody approves, groups in order, five attempts, five iterations. */
export const jiraLoopPolicy: RunPolicy = policyWith(standardPolicy, {
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
  process: {
    tier: 'medium',
    work: { shown: [] },
    discuss: { tiers: [] },
    specify: [],
    research: { areas: { trivial: 0, small: 0, medium: 0, large: 0 }, reuse: false },
    planning: {
      variants: { trivial: 1, small: 1, medium: 1, large: 1 },
      splitter: true,
      executors: ['implementer'],
    },
    challenge: { by: { trivial: [], small: [], medium: [], large: [] } },
    approve: [],
    approvals: { plan: 'free' },
    diagnose: false,
    waves: { announce: [], critic: [], designer: [] },
    // The first iteration, and one more after each review that rejects.
    review: { tasks: reviewed, final: reviewed, fixCycles: FIVE - 1 },
    learn: { agentsFile: false, wisdom: false, docs: true },
    contextLength: 200_000,
  },
})
