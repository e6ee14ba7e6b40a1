import { z } from 'zod'
import { ISOLATION_LEVELS } from '../kernel/ports/isolation.ts'
import { EXECUTORS } from '../plan/role.ts'
import { CHALLENGE_MOMENTS, CHALLENGERS } from '../policy/challenge-policy.ts'
import { APPROVALS, COMMIT_KINDS, COMPLETIONS, plainProcess } from '../policy/process-policy.ts'
import { standardPolicy } from '../policy/run-policy.ts'
import { TIERS } from '../policy/tier.ts'

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
  secrets: guard,
  paths: z.array(z.string()).readonly(),
})

const tier = z.enum(TIERS)
const tiers = z.array(tier).readonly()
const counts = z.record(tier, z.number())

const wholeProcess = z.object({
  tier: z.enum(['auto', ...TIERS]),
  tierFiles: z.object({ trivial: z.number(), small: z.number(), medium: z.number() }),
  interpret: z.boolean(),
  discuss: z.object({
    tiers,
    leastQuestions: z.number(),
    mostQuestions: z.number(),
    specified: z.boolean().default(true),
  }),
  specify: tiers,
  research: z.object({ areas: counts, reuse: z.boolean() }),
  planning: z.object({
    variants: counts,
    splitter: z.boolean(),
    executors: z.array(z.enum(EXECUTORS)).readonly().default(plainProcess.planning.executors),
    leastTasks: counts.default(plainProcess.planning.leastTasks),
    mostTasks: z.number().default(plainProcess.planning.mostTasks),
    inWords: z.boolean().default(false),
    named: z.boolean().default(false),
    mobileFiles: z.array(z.string()).readonly().default([]),
  }),
  challenge: z.object({
    when: z.enum(CHALLENGE_MOMENTS).default('before-approval'),
    by: z.record(tier, z.array(z.enum(CHALLENGERS)).readonly()),
    rounds: counts,
    leastTasks: z.number(),
    sureFrom: z.number(),
    stagnantFrom: z.number(),
    leastGain: z.number(),
    gain: z.enum(['objections', 'score']).default('objections'),
    blocks: z.enum(['named', 'said']).default('named'),
    again: z.enum(['needed', 'everybody']).default('needed'),
    must: z.enum(['anybody', 'executability-verifier']).default('anybody'),
    walkSureFrom: z.number().default(1),
  }),
  approve: tiers,
  approvals: z.record(z.enum(APPROVALS), z.enum(['ask', 'person', 'free'])),
  reports: z.enum(['short', 'full']),
  diagnose: z.boolean().default(plainProcess.diagnose),
  team: z
    .object({
      roles: z.number(),
      quality: z.object({ pass: z.number(), warn: z.number(), retries: z.number() }),
      revisions: z.number(),
      minutes: z.number().default(plainProcess.team.minutes),
      completion: z.enum(COMPLETIONS),
    })
    .default(plainProcess.team),
  work: z
    .object({
      refused: z.enum(['go-on', 'block']),
      mending: z.enum(['own', 'implementer']),
      persistent: z.enum(['attempt', 'ask']),
      counting: z.enum(['each', 'alike']).default('each'),
      replansOf: z.enum(['run', 'task']).default('run'),
      shown: tiers.default([]),
    })
    .default(plainProcess.work),
  selfCritique: z.object({ sureFrom: z.number(), loops: z.number() }).default(plainProcess.selfCritique),
  waves: z.object({
    announce: tiers,
    review: tiers,
    critic: tiers,
    designer: tiers,
    simplifier: z.boolean(),
    simplify: tiers.default([]),
    lintRules: z.boolean().default(false),
    uiWords: z.array(z.string()).readonly().default([]),
    unjudged: z.enum(['go-on', 'ask']).default('go-on'),
    slowed: z.enum(['at-once', 'next-wave']).default('at-once'),
  }),
  review: z.object({
    tasks: tiers,
    final: tiers,
    fixCycles: z.number(),
    diagnose: z.boolean().default(false),
    specification: z.enum(['repair', 'replan']).default('repair'),
    unjudged: z.enum(['go-on', 'ask']).default('go-on'),
    owner: z.enum(['named', 'last-task']).default('named'),
  }),
  deliver: z.object({
    as: z.array(z.enum(['branch', 'patch', 'pull-request'])).readonly(),
    merge: z.boolean(),
    commitKinds: z.array(z.enum(COMMIT_KINDS)).readonly().default(COMMIT_KINDS),
  }),
  learn: z.object({ agentsFile: z.boolean(), wisdom: z.boolean(), docs: z.boolean() }),
  contextLength: z.number(),
  contextLines: z.number().default(0),
  sourceLines: z.number().default(0),
  tools: z.boolean(),
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
  failoverAfterMs: z.number().default(standardPolicy.failoverAfterMs),
  /** The first journals had as many rounds as tries. */
  replyRounds: z.number().default(standardPolicy.tries),
  isolation: z.enum(ISOLATION_LEVELS).default(standardPolicy.isolation),
  largestChange: z.object({ files: z.number(), bytes: z.number() }).default(standardPolicy.largestChange),
  protection: protection.default(standardPolicy.protection),
  process: wholeProcess.default(plainProcess),
})
