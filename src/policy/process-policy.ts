import type { Executor } from '../plan/role.ts'
import { EXECUTORS } from '../plan/role.ts'
import type { ChallengePolicy } from './challenge-policy.ts'
import type { ByTier, Tier } from './tier.ts'
import type { WorkPolicy } from './work-policy.ts'

/** Kinds of commits, as their subjects begin. */
export const COMMIT_KINDS = [
  'build',
  'chore',
  'ci',
  'docs',
  'feat',
  'fix',
  'perf',
  'refactor',
  'revert',
  'style',
  'test',
] as const

export type CommitKind = (typeof COMMIT_KINDS)[number]

/** What somebody may have to allow before it happens. */
export const APPROVALS = [
  'plan',
  'wave',
  'destructive',
  'deployment',
  'dependency',
  'public-api',
  'architecture',
  'merge',
] as const

export type ApprovalOf = (typeof APPROVALS)[number]

/** `ask`: `--yes` may answer. `person`: only a person may. `free`: nobody is asked. */
export type ApprovalRule = 'ask' | 'person' | 'free'

export const COMPLETIONS = ['interactive', 'auto_archive', 'auto_keep'] as const

/** What holds where roles are made for the job. */
export type TeamPolicy = {
  /** Roles at most; what is more is merged. */
  readonly roles: number
  /** Scores of a task's quality, of 100: from `pass` on it is taken, from `warn` on with a warning. */
  readonly quality: { readonly pass: number; readonly warn: number; readonly retries: number }
  /** How often a task whose verdict blocks gets a task of revision before a person decides. */
  readonly revisions: number
  /** Minutes that a worker may take before it is asked to finish. */
  readonly minutes: number
  /** What becomes of the session when everything is done. */
  readonly completion: (typeof COMPLETIONS)[number]
}

/** Which stages a job goes through and how far, by tier. Everything here is data, so that it can stand in a run's input. */
export type ProcessPolicy = {
  /** `auto`: told from the request and the repository by the rules below. */
  readonly tier: 'auto' | Tier
  /** A job that touches at most so many files is of the tier; beyond the last it is large. */
  readonly tierFiles: { readonly trivial: number; readonly small: number; readonly medium: number }
  /** Whether an agent makes an unclear request clear before anything else. */
  readonly interpret: boolean
  readonly discuss: {
    readonly tiers: readonly Tier[]
    readonly leastQuestions: number
    readonly mostQuestions: number
    /** Whether a request that lists by itself what is to be true is discussed too. */
    readonly specified: boolean
  }
  /** Where a PRD is written or brought up to date. */
  readonly specify: readonly Tier[]
  readonly research: {
    /** Focus areas; 0: nobody researches. */
    readonly areas: ByTier<number>
    /** Whether what an earlier run found is taken while the files it was found in are the same. */
    readonly reuse: boolean
  }
  readonly planning: {
    /** Plans to choose from; 0: the program makes a plan of one task by itself. */
    readonly variants: ByTier<number>
    /** Whether a planner whose plan cannot be used is followed by a splitter. */
    readonly splitter: boolean
    /** Who of ours a plan can give a task to. */
    readonly executors: readonly Executor[]
    /** How many tasks a plan has, at least by tier and at most. */
    readonly leastTasks: ByTier<number>
    readonly mostTasks: number
    /** Whether a plan says everything in words, without code, and nothing in it is checked by hand. */
    readonly inWords: boolean
    /** Whether a plan has to name who does each task; else a task that names nobody is the implementer's. */
    readonly named: boolean
    /** Files of mobile apps: an implementer's task that writes one of them is done by the mobile implementer. */
    readonly mobileFiles: readonly string[]
  }
  readonly challenge: ChallengePolicy
  /** Tiers whose plan needs an approval. */
  readonly approve: readonly Tier[]
  readonly approvals: Readonly<Record<ApprovalOf, ApprovalRule>>
  /** What whoever does a task has to report: what became of it, or counts, choices and gaps as well. */
  readonly reports: 'short' | 'full'
  /** Whether somebody looks for the cause of a failure; without, the next attempt is told the failure itself. */
  readonly diagnose: boolean
  /** How a team whose roles are made for the job is led. */
  readonly team: TeamPolicy
  readonly work: WorkPolicy
  /** Whoever is less sure of a reply than this is asked to look at it again, at most so many times. */
  readonly selfCritique: { readonly sureFrom: number; readonly loops: number }
  readonly waves: {
    /** Whether each wave is announced before it starts. */
    readonly announce: readonly Tier[]
    /** What happens between two waves; any of it makes the waves wait for each other. */
    readonly review: readonly Tier[]
    readonly critic: readonly Tier[]
    readonly designer: readonly Tier[]
    /** Whether a simplifier goes over a wave that is about cleaning up. */
    readonly simplifier: boolean
    /** Whether it then goes over every wave, whatever that is about. */
    readonly simplify: readonly Tier[]
    /** Whether an implementer takes up the lint rules that debuggers recommend. */
    readonly lintRules: boolean
    /** Words of a task that call for the designer, whatever files it touches; in small letters. */
    readonly uiWords: readonly string[]
    /** What follows when nobody could judge a wave. */
    readonly unjudged: 'go-on' | 'ask'
    /** When agents that fail make fewer tasks run at once: there and then until it is better, or from the next wave on. */
    readonly slowed: 'at-once' | 'next-wave'
  }
  readonly review: {
    /** Each task's change before it is merged. */
    readonly tasks: readonly Tier[]
    /** The whole change before it is delivered. */
    readonly final: readonly Tier[]
    readonly fixCycles: number
    /** Whether a debugger finds the cause of what blocks before it is repaired. */
    readonly diagnose: boolean
    /** What follows when a review holds against work what the specification demands. */
    readonly specification: 'repair' | 'replan'
    /** What follows when the reviewer of a task cannot judge it. */
    readonly unjudged: 'go-on' | 'ask'
    /** Who repairs: whom the review names, else the last who changed the file; or always the last task of the plan that did. */
    readonly owner: 'named' | 'last-task'
  }
  readonly deliver: {
    readonly as: readonly ('branch' | 'patch' | 'pull-request')[]
    /** Whether the user's own branch is moved, after an approval. */
    readonly merge: boolean
    /** Kinds that commits may be of; any other becomes a chore. */
    readonly commitKinds: readonly CommitKind[]
  }
  readonly learn: {
    readonly agentsFile: boolean
    readonly wisdom: boolean
    readonly docs: boolean
  }
  /** How many characters of context a request may carry beside itself. */
  readonly contextLength: number
  /** How many lines of it; 0: as many as there are. */
  readonly contextLines: number
  /** How many lines of one document; 0: as many as there are. */
  readonly sourceLines: number
  /** Whether agents are offered tools: to hand in their result, to tell and ask, and to share what they learn. */
  readonly tools: boolean
}

const from = {
  small: ['small', 'medium', 'large'],
  medium: ['medium', 'large'],
  large: ['large'],
} as const satisfies Record<string, readonly Tier[]>

/** What the built-in processes have in common about who must allow what. */
const usualApprovals: ProcessPolicy['approvals'] = {
  plan: 'ask',
  wave: 'free',
  destructive: 'person',
  deployment: 'person',
  dependency: 'ask',
  'public-api': 'ask',
  architecture: 'ask',
  merge: 'person',
}

/** A mobile designer does tasks only where a process has one. */
const usualExecutors: readonly Executor[] = EXECUTORS.filter((role) => role !== 'mobile-designer')

/** The whole lifecycle, as deep as the job needs. */
export const standardProcess: ProcessPolicy = {
  tier: 'auto',
  tierFiles: { trivial: 1, small: 5, medium: 15 },
  interpret: true,
  discuss: { tiers: from.medium, leastQuestions: 3, mostQuestions: 5, specified: true },
  specify: from.medium,
  research: { areas: { trivial: 0, small: 1, medium: 2, large: 4 }, reuse: true },
  planning: {
    variants: { trivial: 0, small: 1, medium: 1, large: 3 },
    splitter: true,
    executors: usualExecutors,
    leastTasks: { trivial: 1, small: 1, medium: 1, large: 1 },
    mostTasks: 100,
    inWords: false,
    named: false,
    mobileFiles: [],
  },
  challenge: {
    when: 'before-approval',
    by: {
      trivial: [],
      small: ['plan-auditor'],
      medium: ['plan-auditor', 'assumption-verifier', 'critic'],
      large: ['plan-auditor', 'assumption-verifier', 'critic', 'reviewer', 'executability-verifier'],
    },
    rounds: { trivial: 2, small: 2, medium: 5, large: 5 },
    leastTasks: 3,
    sureFrom: 0.9,
    stagnantFrom: 3,
    leastGain: 0.05,
    gain: 'objections',
    blocks: 'named',
    again: 'needed',
    must: 'anybody',
    walkSureFrom: 1,
  },
  approve: from.small,
  approvals: usualApprovals,
  reports: 'full',
  diagnose: true,
  team: {
    roles: 5,
    quality: { pass: 80, warn: 60, retries: 2 },
    revisions: 1,
    minutes: 30,
    completion: 'interactive',
  },
  work: {
    refused: 'go-on',
    mending: 'own',
    persistent: 'attempt',
    counting: 'each',
    replansOf: 'run',
    shown: from.small,
  },
  selfCritique: { sureFrom: 0, loops: 0 },
  waves: {
    announce: from.medium,
    review: [],
    critic: from.large,
    designer: from.large,
    simplifier: false,
    simplify: [],
    lintRules: false,
    uiWords: [],
    unjudged: 'go-on',
    slowed: 'at-once',
  },
  review: {
    tasks: from.medium,
    final: from.medium,
    fixCycles: 1,
    diagnose: false,
    specification: 'repair',
    unjudged: 'go-on',
    owner: 'named',
  },
  deliver: { as: ['branch'], merge: false, commitKinds: COMMIT_KINDS },
  learn: { agentsFile: true, wisdom: true, docs: true },
  contextLength: 60_000,
  contextLines: 0,
  sourceLines: 0,
  tools: true,
}

const nobody = { trivial: [], small: [], medium: [], large: [] } as const

/** Look, plan, build, prove, deliver: nothing is discussed, written down, challenged, reviewed or learnt. */
export const plainProcess: ProcessPolicy = {
  ...standardProcess,
  tier: 'small',
  interpret: false,
  discuss: { ...standardProcess.discuss, tiers: [] },
  specify: [],
  research: { areas: { trivial: 2, small: 2, medium: 2, large: 2 }, reuse: false },
  planning: {
    ...standardProcess.planning,
    variants: { trivial: 1, small: 1, medium: 1, large: 1 },
    splitter: false,
  },
  challenge: { ...standardProcess.challenge, by: nobody },
  approve: ['trivial', ...from.small],
  reports: 'short',
  work: { ...standardProcess.work, shown: [] },
  waves: { ...standardProcess.waves, announce: [], critic: [], designer: [] },
  review: { ...standardProcess.review, tasks: [], final: [], fixCycles: 0 },
  learn: { agentsFile: false, wisdom: false, docs: false },
  tools: false,
}
