import { z } from 'zod'
import { standardPolicy } from '../policy/run-policy.ts'

const usual = standardPolicy.failures
const budget = z.object({ task: z.number(), wave: z.number(), run: z.number() })
const guard = z.enum(['protect', 'free'])

const failures = z.object({
  transient: budget.default(usual.transient),
  fixable: budget.default(usual.fixable),
  regression: budget.default(usual.regression),
  new_failure: budget.default(usual.new_failure),
  flaky: budget.default(usual.flaky),
  timeout: budget.default(usual.timeout),
  hung: budget.default(usual.hung),
})

const protection = z.object({
  outside: z.enum(['refuse', 'extend']),
  tests: guard,
  gates: guard,
  ci: guard,
  lockFiles: guard,
  paths: z.array(z.string()).readonly(),
})

/** A policy as it stands in a run's input; what the first journals do not have is as it was, or as usual. */
export const policyInput = z.object({
  order: z.enum(['ready', 'waves']).default(standardPolicy.order),
  parallel: z.number(),
  roleLimits: z.record(z.string(), z.number()).readonly().default({}),
  agentLimits: z.record(z.string(), z.number()).readonly().default({}),
  unknownWriteSet: z.enum(['free', 'exclusive']).default(standardPolicy.unknownWriteSet),
  setbacks: z.number().default(standardPolicy.setbacks),
  leastGain: z.number().default(standardPolicy.leastGain),
  leastWorkMinutes: z.number().default(standardPolicy.leastWorkMinutes),
  gates: z.number(),
  attempts: z.number(),
  tries: z.number(),
  backoffMs: z.number(),
  failures: failures.prefault({}),
  sameFailures: z.number().default(standardPolicy.sameFailures),
  replans: z.number().default(standardPolicy.replans),
  leastConfidence: z.number(),
  gateTimeoutMs: z.number(),
  flakeRuns: z.number().default(standardPolicy.flakeRuns),
  batch: z.number().default(standardPolicy.batch),
  protection: protection.default(standardPolicy.protection),
})
