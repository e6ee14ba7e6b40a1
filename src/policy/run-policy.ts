import { z } from 'zod'
import { ISOLATION_LEVELS } from '../kernel/ports/isolation.ts'
import { LARGEST_CHANGE } from '../kernel/ports/workspaces.ts'
import { budgetForEach, COUNTED_CLASSES } from './failure-budget.ts'
import type { ProcessPolicy } from './process-policy.ts'
import { processSchema } from './process-policy.ts'
import { protectionSchema } from './protection.ts'
import {
  AGENT_NAME,
  atLeast,
  count,
  groupBy,
  groupOf,
  NAME_EXPECTED,
  oneOf,
  settingForms,
  share,
  wholeNumber,
} from './value-schemas.ts'
import type { Differences } from './with-differences.ts'
import { withDifferences } from './with-differences.ts'

const budget = z.object({ task: wholeNumber(), wave: wholeNumber(), run: wholeNumber() }).readonly()

/** How many failures of each class a task, a wave and the run may have before a person is asked. */
export const failuresSchema = z.record(z.enum(COUNTED_CLASSES), budget).readonly()

/**
 * Every number and choice in which processes may differ, each with its usual value and the words that explain it:
 * what settings may say and what stands in a run's input is told from here. In the order of the settings.
 */
export const runPolicySchema = groupOf('How the work is organised and what is done about failures.', {
  process: processSchema.register(settingForms, { key: '' }),
  order: oneOf(['ready', 'waves'])
    .default('ready')
    .describe('Whether a task starts as soon as it can, or with its wave.'),
  unknownWriteSet: oneOf(['free', 'exclusive'])
    .default('free')
    .describe('Whether a task without a write-set runs beside others, or alone.'),
  isolation: oneOf(ISOLATION_LEVELS)
    .default('none')
    .describe('The least of `isolation` that a run may have; it refuses to start below.'),
  largestChange: groupOf('How much an attempt may add; one that leaves more has failed.', {
    files: wholeNumber()
      .default(LARGEST_CHANGE.files)
      .describe('New files that an attempt may leave at most.'),
    bytes: count()
      .default(LARGEST_CHANGE.bytes)
      .describe('What its new files may hold and its others may grow by at most, all together.')
      .register(settingForms, { key: 'largest-change.size', as: 'size' }),
  }),
  protection: protectionSchema,
  failures: failuresSchema
    .default(budgetForEach({ task: 3, wave: 9, run: 30 }))
    .describe('How many failures are answered by another attempt.')
    .register(settingForms, { as: 'budgets' }),
  sameFailures: wholeNumber()
    .default(3)
    .describe(
      'How often a task may fail in the same way before you are asked, whatever is left; all tasks together, twice as often.',
    )
    .register(settingForms, { key: 'failures.same', after: 'run' }),
  tries: wholeNumber()
    .default(3)
    .describe('Tries of a call whose agent failed, or of a gate that took too long, within one attempt.'),
  backoffMs: z
    .number()
    .default(1000)
    .describe('The first pause after a failed try; each further one is twice as long.')
    .register(settingForms, { key: 'backoff', as: 'duration' }),
  leastConfidence: share().default(0.7).describe('A diagnosis less sure than this comes to you.'),
  gateTimeoutMs: z
    .number()
    .default(15 * 60_000)
    .describe('How long a command that Tutti found, or the preparation, may take.')
    .register(settingForms, { key: 'gate-time', as: 'duration' }),
  setbacks: wholeNumber()
    .default(2)
    .describe('Setbacks in one window after which only half as many tasks are at work.'),
  leastGain: atLeast(1)
    .default(1.25)
    .describe('How many times faster tasks must be side by side to be worth it.'),
  leastWorkMinutes: z
    .number()
    .default(20)
    .describe('A plan with less work than this is done one task after the other.')
    .register(settingForms, { key: 'least-work', as: 'minutes' }),
  replans: count()
    .default(1)
    .describe('How often a plan is made anew when a task cannot be done as planned.'),
  flakeRuns: count()
    .default(5)
    .describe('How often the same files are proven again to tell chance from fault.'),
  batch: wholeNumber().default(8).describe('How many tasks are merged and proven together at most.'),
  failoverAfterMs: z
    .number()
    .default(5 * 60_000)
    .describe('A rate limit that lasts longer than this is not waited for where another agent can take over.')
    .register(settingForms, { key: 'failover-after', as: 'duration' }),
  replyRounds: wholeNumber()
    .default(1)
    .describe(
      'How often one agent is asked the same thing from the start after replies that did not fit, repairs included.',
    ),
  roleLimits: groupBy(AGENT_NAME, NAME_EXPECTED, wholeNumber())
    .readonly()
    .default({})
    .describe('Tasks at work at once for each role; a role that is not named has no cap of its own.')
    .register(settingForms, { key: 'roles' }),
  agentLimits: groupBy(AGENT_NAME, NAME_EXPECTED, wholeNumber())
    .readonly()
    .default({})
    .describe('Tasks at work at once for each agent; one that is not named has no cap of its own.')
    .register(settingForms, { key: 'agents' }),
  // How much is at work at once, and how often: keys of `limits`.
  parallel: wholeNumber()
    .default(4)
    .describe('Agents at work at once.')
    .register(settingForms, { key: null }),
  gates: wholeNumber()
    .default(1)
    .describe('Verify commands at work at once.')
    .register(settingForms, { key: null }),
  attempts: wholeNumber().default(5).describe('Attempts at one task.').register(settingForms, { key: null }),
})

export type RunPolicy = z.infer<typeof runPolicySchema>

export const standardPolicy: RunPolicy = runPolicySchema.parse({})

/** A policy with other values in some places; lists are replaced. */
export function policyWith(policy: RunPolicy, differences: Differences<RunPolicy>): RunPolicy {
  return runPolicySchema.parse(withDifferences(policy, differences))
}

/** Only what it takes to build and prove: nothing is discussed, written down, challenged, reviewed or learnt. */
export const plainPolicy: RunPolicy = policyWith(standardPolicy, {
  process: {
    tier: 'small',
    interpret: false,
    discuss: { tiers: [] },
    specify: [],
    research: { areas: { trivial: 2, small: 2, medium: 2, large: 2 }, reuse: false },
    planning: { variants: { trivial: 1, small: 1, medium: 1, large: 1 }, splitter: false },
    challenge: { by: { trivial: [], small: [], medium: [], large: [] } },
    approve: ['trivial', 'small', 'medium', 'large'],
    reports: 'short',
    work: { shown: [] },
    waves: { announce: [], critic: [], designer: [] },
    review: { tasks: [], final: [], fixCycles: 0 },
    learn: { agentsFile: false, wisdom: false, docs: false },
    tools: false,
  },
})

export const plainProcess: ProcessPolicy = plainPolicy.process
