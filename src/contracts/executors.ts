import { z } from 'zod'
import type { Executor } from '../plan/role.ts'
import type { Contract } from './contract.ts'
import { executorPrompt } from './executor-prompt.ts'
import type { ExecutorReply } from './executor-reply.ts'
import { executorReply, flowCounts, judgeExecutorReply, TESTERS_FAILURES } from './executor-reply.ts'
import type { ImplementRequest } from './implement-request.ts'
import { implementer, implementerOpening } from './implementer.ts'
import type { TeamRole } from './team-role.ts'

/** A contract of whoever does a task. */
export type ExecutorContract = Contract<ImplementRequest, ExecutorReply> & {
  /** Whether the task can be done without a file being changed. */
  readonly mayLeaveAll: boolean
}

/** Everybody a task can be given to: those of ours, and those of the team's that may write. */
export function executorsWith(ours: readonly Executor[], teamRoles: readonly TeamRole[]): readonly string[] {
  const own = teamRoles.filter(({ access }) => access === 'write').map(({ name }) => name)
  return [...new Set<string>([...ours, ...own])]
}

/** How a role is asked to do a task; one that a team has made is asked in general words, beside the team's own. */
export function executorFor(role: string, reports: 'short' | 'full'): ExecutorContract {
  if (role === 'implementer' && reports === 'short') return { ...implementer, mayLeaveAll: false }
  return contractOf(role, isOurs(role) ? works[role] : general)
}

function isOurs(role: string): role is Executor {
  return Object.hasOwn(works, role)
}

interface Work {
  readonly opening: string
  readonly reply: z.ZodType<ExecutorReply>
  /** What a reply must have before it can be called completed. */
  readonly evidence: readonly { readonly of: keyof ExecutorReply; readonly lacks: string }[]
  readonly mayLeaveAll?: boolean
}

const words = z.string().trim().min(1)
const texts = z.array(words).max(100).default([])

const general: Work = { opening: implementerOpening, reply: executorReply, evidence: [] }

const flows = flowCounts.nullable().default(null).describe('How many flows you went through to their end.')

const testing = {
  reply: executorReply.extend({
    failure: z
      .enum(TESTERS_FAILURES)
      .nullable()
      .default(null)
      .describe(
        'With failed: whether it may pass, can be repaired, needs another plan, or needs a person; `flaky` when it passed on another try, `regression` when it passed before, `new_failure` when it was never seen to pass.',
      ),
    retriesAttempted: z
      .number()
      .int()
      .min(0)
      .max(100)
      .default(0)
      .describe('How often you have tried again by yourself; it counts as tries of this task.'),
    flows,
    problems: texts.describe('What you saw that should not be: errors of the console, failed requests.'),
  }),
  evidence: [{ of: 'flows', lacks: 'how many flows were executed, and how many of them passed' }],
  mayLeaveAll: true,
} as const

const designing = {
  reply: executorReply.extend({
    decisions: texts.describe('What you decided, and why.'),
    accessibility: z
      .object({ isMet: z.boolean(), notes: z.string().default('') })
      .nullable()
      .default(null)
      .describe('Whether contrast, focus order and names of controls were checked and hold.'),
  }),
  evidence: [{ of: 'accessibility', lacks: 'whether everybody can use it' }],
} as const

const works: Readonly<Record<Executor, Work>> = {
  implementer: general,
  'ui-implementer': {
    ...general,
    opening: `${implementerOpening} Your task is part of a user interface: keep to the components, the spacing and the words that are there; think of empty, loading and failing states; everything must be reachable by keyboard and readable aloud.`,
  },
  'mobile-implementer': {
    ...general,
    opening: `${implementerOpening} Your task is part of a mobile app: keep to what each platform expects, think of permissions, of no network, of small screens, and of an app that is put away and taken up again.`,
  },
  'platform-engineer': {
    opening: `${implementerOpening} Your task is about how the software is built, shipped or run. What you write must give the same result when it is run again, and must be possible to take back. Touch nothing outside this checkout that a person has not allowed: say needs_approval first, and name the environment. No secret goes into a file.`,
    reply: executorReply.extend({
      environment: z
        .enum(['development', 'staging', 'production'])
        .nullable()
        .default(null)
        .describe('Where it takes effect.'),
      healthChecks: z
        .array(z.object({ name: words, isHealthy: z.boolean(), details: z.string().default('') }))
        .nullable()
        .default(null)
        .describe('What you checked to see that it works; empty when nothing runs yet.'),
    }),
    evidence: [{ of: 'healthChecks', lacks: 'what was checked; an empty list when nothing runs yet' }],
  },
  designer: {
    ...designing,
    opening: `${implementerOpening} Your task is design: tokens, styles, layouts, components as the project writes them down. Build on the design that is there. Contrast, focus and sizes must let everybody use it; it must hold on narrow and wide screens.`,
  },
  'browser-tester': {
    ...testing,
    opening:
      'You test a web application in a real browser, in a checkout of your own. Go through every flow of the task to its end, look at the console and at failed requests, and say only what you saw. You may add tests and evidence; you do not repair what you test. Do not push, stash, or touch branches: your files are recorded for you. What does not pass is counted as not passed, and a test that passes only sometimes is named as flaky.',
  },
  'mobile-tester': {
    ...testing,
    opening:
      'You test a mobile app on a device or an emulator, in a checkout of your own. Go through every flow of the task to its end, on each platform it is for, and say only what you saw. You may add tests and evidence; you do not repair what you test. Do not push, stash, or touch branches: your files are recorded for you. What does not pass is counted as not passed, and a test that passes only sometimes is named as flaky.',
  },
  'documentation-writer': {
    opening:
      'You write documentation for one task of a larger job, in a checkout of your own. Write for the reader that the task names. Everything you say must be so in the code as it is here: look, run examples, and leave out what you cannot check. Change no code. Do not push, stash, or touch branches: your files are recorded for you.',
    reply: executorReply.extend({
      docs: z
        .object({
          created: texts,
          updated: texts,
          parityVerified: z.boolean().describe('Whether you compared every statement with the code.'),
        })
        .nullable()
        .default(null),
    }),
    evidence: [{ of: 'docs', lacks: 'which documents, and whether they were compared with the code' }],
  },
  'code-simplifier': {
    opening: `${implementerOpening} Your task is to make code simpler and keep what it does: dead code, needless indirection, repetition, unclear names. What others call stays as it is. Stop where simpler would mean different.`,
    reply: executorReply.extend({
      changes: texts.describe('What became simpler, one by one.'),
      preservedBehaviour: z
        .boolean()
        .nullable()
        .default(null)
        .describe('Whether everything does what it did, as far as you could see by running it.'),
    }),
    evidence: [{ of: 'preservedBehaviour', lacks: 'whether everything does what it did' }],
    mayLeaveAll: true,
  },
  'mobile-designer': {
    ...designing,
    opening: `${implementerOpening} Your task is the design of a mobile app: tokens, styles, layouts, components as the project writes them down. Build on the design that is there and on what each platform expects. Targets must be large enough for a thumb, text must grow with the settings of the phone, and nothing may lie under a notch or a bar.`,
  },
}

const whenStuck =
  'Do not guess. If only a person can tell you what you must know, reply `needs_input`; where there are two or three ways to go on, give them in `clarification`. If a person must allow something first, reply `needs_approval`. If the task cannot be done as it is planned, reply `needs_replan`. If it needs what you cannot do, reply `failed` and say in `capabilityGap` what is missing. Reply `completed` only for what you have seen to work, and count in `tests` what you ran last.'

function contractOf(role: string, { opening, reply, evidence, mayLeaveAll = false }: Work): ExecutorContract {
  return {
    role,
    version: 1,
    access: 'write',
    may: { exec: true, network: true },
    reply,
    judge: (given) => judgeExecutorReply(given, evidence),
    prompt: (request) => `${executorPrompt(opening, request)}\n\n${whenStuck}`,
    mayLeaveAll,
  }
}
