import type { z } from 'zod'
import { ISOLATION_LEVELS } from '../kernel/ports/isolation.ts'
import { COUNTED_CLASSES } from '../policy/failure-budget.ts'
import { BUILT_IN_POLICIES } from '../policy/built-in-policies.ts'
import { standardPolicy } from '../policy/run-policy.ts'
import { formatByteSize } from './byte-size.ts'
import { formatDuration } from './duration.ts'
import { routesSchema } from './agent-schemas.ts'
import { processShape } from './process-schema.ts'
import {
  AGENT_NAME,
  atLeast,
  byteSize,
  count,
  duration,
  flag,
  group,
  groupBy,
  listOf,
  oneOf,
  pathInside,
  policyName,
  share,
  wholeNumber,
} from './value-schemas.ts'

const usual = standardPolicy
const { failures, sameFailures, replans, flakeRuns, batch } = usual
const CLASS_EXPECTED = `must be one of ${COUNTED_CLASSES.join(', ')}`
const NAME_EXPECTED = 'must be a name: letters, digits, - and _, beginning with a letter'

/** How the work is organised and what is done about failures. */
export const policySchema = group({
  base: policyName(BUILT_IN_POLICIES)
    .describe(
      'The policy that the other keys here change parts of: a built-in one, or the path of a policy file. Default: standard.',
    )
    .exactOptional(),
  ...processShape,
  order: oneOf(['ready', 'waves'])
    .describe('Whether a task starts as soon as it can, or with its wave. Default: ready.')
    .exactOptional(),
  'write-set': oneOf(['refuse', 'extend'])
    .describe(
      "What becomes of a change outside a task's write-set: it goes back, or the write-set grows when no other task holds the path. Default: refuse.",
    )
    .exactOptional(),
  'unknown-write-set': oneOf(['free', 'exclusive'])
    .describe('Whether a task without a write-set runs beside others, or alone. Default: free.')
    .exactOptional(),
  isolation: oneOf(ISOLATION_LEVELS)
    .describe(
      `The least of \`isolation\` that a run may have; it refuses to start below. Default: ${usual.isolation}.`,
    )
    .exactOptional(),
  'largest-change': group({
    files: wholeNumber()
      .describe(`New files that an attempt may leave at most. Default: ${usual.largestChange.files}.`)
      .exactOptional(),
    size: byteSize()
      .describe(
        `What its new files may hold and its others may grow by at most, all together. Default: ${formatByteSize(usual.largestChange.bytes)}.`,
      )
      .exactOptional(),
  })
    .describe('How much an attempt may add; one that leaves more has failed.')
    .exactOptional(),
  protect: group({
    tests: flag()
      .describe('Whether existing tests may not be deleted, skipped or weakened. Default: true.')
      .exactOptional(),
    gates: flag()
      .describe('Whether whatever defines a gate may not be changed. Default: true.')
      .exactOptional(),
    ci: flag().describe('Whether CI files may not be changed. Default: true.').exactOptional(),
    'lock-files': flag()
      .describe('Whether lock files may change only with their manifest. Default: true.')
      .exactOptional(),
    secrets: flag().describe('Whether what looks like a secret is refused. Default: true.').exactOptional(),
    paths: listOf(pathInside(), 'must be a list of paths')
      .describe('More paths and globs that no task may change unless its write-set names them.')
      .exactOptional(),
  })
    .describe('What a task may not quietly change.')
    .exactOptional(),
  failures: group({
    task: wholeNumber()
      .describe(`Failures of one class at one task before you are asked. Default: ${failures.fixable.task}.`)
      .exactOptional(),
    wave: wholeNumber()
      .describe(`The same for all tasks of one wave. Default: ${failures.fixable.wave}.`)
      .exactOptional(),
    run: wholeNumber()
      .describe(`The same for all tasks of a run. Default: ${failures.fixable.run}.`)
      .exactOptional(),
    same: wholeNumber()
      .describe(
        `How often a task may fail in the same way before you are asked, whatever is left; all tasks together, twice as often. Default: ${sameFailures}.`,
      )
      .exactOptional(),
    classes: groupBy(
      new RegExp(`^(${COUNTED_CLASSES.join('|')})$`),
      CLASS_EXPECTED,
      group({
        task: wholeNumber().describe('Failures of this class at one task.'),
        wave: wholeNumber().describe('Failures of this class in one wave.'),
        run: wholeNumber().describe('Failures of this class in a run.'),
      }),
    )
      .describe(`Other numbers for a class of failures: ${COUNTED_CLASSES.join(', ')}.`)
      .exactOptional(),
  })
    .describe('How many failures are answered by another attempt.')
    .exactOptional(),
  tries: wholeNumber()
    .describe(
      `Tries of a call whose agent failed, or of a gate that took too long, within one attempt. Default: ${usual.tries}.`,
    )
    .exactOptional(),
  backoff: duration()
    .describe(
      `The first pause after a failed try; each further one is twice as long. Default: ${formatDuration(usual.backoffMs)}.`,
    )
    .exactOptional(),
  'least-confidence': share()
    .describe(`A diagnosis less sure than this comes to you. Default: ${usual.leastConfidence}.`)
    .exactOptional(),
  'gate-time': duration()
    .describe(
      `How long a command that Tutti found, or the preparation, may take. Default: ${formatDuration(usual.gateTimeoutMs)}.`,
    )
    .exactOptional(),
  setbacks: wholeNumber()
    .describe(
      `Setbacks in one window after which only half as many tasks are at work. Default: ${usual.setbacks}.`,
    )
    .exactOptional(),
  'least-gain': atLeast(1)
    .describe(`How many times faster tasks must be side by side to be worth it. Default: ${usual.leastGain}.`)
    .exactOptional(),
  'least-work': duration()
    .describe(
      `A plan with less work than this is done one task after the other. Default: ${usual.leastWorkMinutes}m.`,
    )
    .exactOptional(),
  replans: count()
    .describe(`How often a plan is made anew when a task cannot be done as planned. Default: ${replans}.`)
    .exactOptional(),
  'flake-runs': count()
    .describe(`How often the same files are proven again to tell chance from fault. Default: ${flakeRuns}.`)
    .exactOptional(),
  batch: wholeNumber()
    .describe(`How many tasks are merged and proven together at most. Default: ${batch}.`)
    .exactOptional(),
  'failover-after': duration()
    .describe(
      `A rate limit that lasts longer than this is not waited for where another agent can take over. Default: ${formatDuration(usual.failoverAfterMs)}.`,
    )
    .exactOptional(),
  'reply-rounds': wholeNumber()
    .describe(
      `How often one agent is asked the same thing from the start after replies that did not fit, repairs included. Default: ${usual.replyRounds}.`,
    )
    .exactOptional(),
  routes: routesSchema('Which agent takes which task; those outside `policy` come first.'),
  roles: groupBy(AGENT_NAME, NAME_EXPECTED, wholeNumber())
    .describe('Tasks at work at once for each role; a role that is not named has no cap of its own.')
    .exactOptional(),
  agents: groupBy(AGENT_NAME, NAME_EXPECTED, wholeNumber())
    .describe('Tasks at work at once for each agent; one that is not named has no cap of its own.')
    .exactOptional(),
})

/** The group as a file may have it: every key may be missing. */
export type WrittenPolicy = z.infer<typeof policySchema>
