import { BUILT_IN_POLICIES, standardPolicy } from '../policy/run-policy.ts'
import {
  AGENT_NAME,
  count,
  flag,
  group,
  groupBy,
  listOf,
  oneOf,
  pathInside,
  wholeNumber,
} from './value-schemas.ts'

const { failures, sameFailures, replans, flakeRuns, batch } = standardPolicy
const NAME_EXPECTED = 'must be a name: letters, digits, - and _, beginning with a letter'

/** How the work is organised and what is done about failures. */
export const policySchema = group({
  base: oneOf(BUILT_IN_POLICIES)
    .describe('The built-in policy that the others here change parts of. Default: standard.')
    .exactOptional(),
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
  })
    .describe('How many failures are answered by another attempt.')
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
  roles: groupBy(AGENT_NAME, NAME_EXPECTED, wholeNumber())
    .describe('Tasks at work at once for each role; a role that is not named has no cap of its own.')
    .exactOptional(),
  agents: groupBy(AGENT_NAME, NAME_EXPECTED, wholeNumber())
    .describe('Tasks at work at once for each agent; one that is not named has no cap of its own.')
    .exactOptional(),
})
