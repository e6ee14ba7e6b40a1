import type { z } from 'zod'
import type { Executor } from '../plan/role.ts'
import { EXECUTORS } from '../plan/role.ts'
import { challengeSchema } from './challenge-policy.ts'
import type { Tier } from './tier.ts'
import { TIERS } from './tier.ts'
import {
  byTier,
  count,
  flag,
  groupOf,
  listOf,
  oneOf,
  paths,
  share,
  text,
  tiers,
  wholeNumber,
  wordsOf,
} from './value-schemas.ts'

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

const from = {
  small: ['small', 'medium', 'large'],
  medium: ['medium', 'large'],
  large: ['large'],
} as const satisfies Record<string, readonly Tier[]>

/** A mobile designer does tasks only where a process has one. */
const usualExecutors: readonly Executor[] = EXECUTORS.filter((role) => role !== 'mobile-designer')

const planning = groupOf('How a plan is made.', {
  variants: byTier('Plans to choose from; 0: one task, no planner.', counted, {
    trivial: 0,
    small: 1,
    medium: 1,
    large: 3,
  }),
  splitter: flag().default(true).describe('Whether a splitter follows a planner whose plan cannot be used.'),
  executors: wordsOf(EXECUTORS)
    .readonly()
    .default(usualExecutors)
    .describe("Who can be given a task, beside the team's own roles."),
  leastTasks: byTier('Tasks of a plan at least.', (usual: number) => wholeNumber().default(usual), {
    trivial: 1,
    small: 1,
    medium: 1,
    large: 1,
  }),
  mostTasks: wholeNumber().default(100).describe('Tasks of a plan at most.'),
  inWords: flag()
    .default(false)
    .describe('Whether a plan has no code in it and nothing that is checked by hand.'),
  // Else a task that names nobody is the implementer's.
  named: flag().default(false).describe('Whether a plan has to name who does each task.'),
  mobileFiles: paths()
    .readonly()
    .default([])
    .describe(
      "Paths and globs of mobile apps: an implementer's task that writes there is done by the mobile implementer.",
    ),
})

const approvals = groupOf(
  'What must be allowed before it happens. ask: --yes may answer; person: only you may; free: nobody is asked.',
  {
    plan: approval('ask', 'A plan.'),
    wave: approval('free', 'Each wave of a plan.'),
    destructive: approval('person', 'What deletes or overwrites for good.'),
    deployment: approval('person', 'A deployment.'),
    dependency: approval('ask', 'A new dependency.'),
    'public-api': approval('ask', 'A change of what others build on.'),
    architecture: approval('ask', 'A change of the architecture.'),
    merge: approval('person', 'A merge into your branch.'),
  },
)

const team = groupOf('How a team is led whose roles are made for the job.', {
  roles: wholeNumber().default(5).describe('Roles at most; what is more is merged.'),
  quality: groupOf('How good the work of a role must be.', {
    pass: count().default(80).describe('Of 100, from which on work is taken.'),
    warn: count().default(60).describe('From which on it is taken with a warning.'),
    retries: count().default(2).describe('How often what is below is done again.'),
  }),
  revisions: count().default(1).describe('Tasks of revision for a task whose verdict blocks.'),
  minutes: wholeNumber().default(30).describe('Minutes that a worker may take before it is asked to finish.'),
  completion: oneOf(['interactive', 'auto_archive', 'auto_keep'])
    .default('interactive')
    .describe('What becomes of the session in the end.'),
})

const work = groupOf('How tasks are done.', {
  refused: oneOf(['go-on', 'block'])
    .default('go-on')
    .describe(
      'What becomes of a task that is refused what it asked leave for: it does without, or is given up.',
    ),
  mending: oneOf(['own', 'implementer'])
    .default('own')
    .describe(
      'Who mends code that a task turns out to need: its own role where that writes code, or an implementer.',
    ),
  persistent: oneOf(['attempt', 'ask'])
    .default('attempt')
    .describe('An agent that fails in every try: the attempt has failed, or you are asked at once.'),
  counting: oneOf(['each', 'alike'])
    .default('each')
    .describe('Whether each class of failures is counted by itself, or together what is answered alike.'),
  replansOf: oneOf(['run', 'task'])
    .default('run')
    .describe('Whether new plans are counted for the run or for each task.'),
  shown: tiers(
    'Jobs in which a task that claims new behaviour has to show it by something that can be run.',
    from.small,
  ),
})

const waves = groupOf(
  'What happens between waves; a review, a critic or a designer makes them wait for each other.',
  {
    announce: tiers('Jobs whose waves are announced.', from.medium),
    review: tiers('Jobs with a review after each wave.', []),
    critic: tiers('Jobs with a critic after each wave.', from.large),
    designer: tiers('Jobs with a designer after each wave.', from.large),
    simplifier: flag().default(false).describe('Whether a simplifier goes over a wave that cleans up.'),
    simplify: tiers('Jobs in which it then goes over every wave.', []),
    lintRules: flag()
      .default(false)
      .describe('Whether an implementer takes up the lint rules that debuggers recommend.'),
    // In small letters.
    uiWords: listOf(text('must be a word'), 'must be a list of words')
      .readonly()
      .default([])
      .describe('Words of a task that call for the designer, whatever files it touches.'),
    unjudged: oneOf(['go-on', 'ask'])
      .default('go-on')
      .describe('What follows when nobody could judge a wave.'),
    slowed: oneOf(['at-once', 'next-wave'])
      .default('at-once')
      .describe(
        'When failing agents make fewer tasks run at once: there and then until it is better, or from the next wave on.',
      ),
  },
)

const review = groupOf('What is reviewed before it is delivered.', {
  tasks: tiers("Jobs with a review of each task's change.", from.medium),
  final: tiers('Jobs with a review of the whole change.', from.medium),
  fixCycles: count().default(1).describe('How often the whole change is put right.'),
  diagnose: flag()
    .default(false)
    .describe('Whether a debugger finds the cause of what blocks before it is repaired.'),
  specification: oneOf(['repair', 'replan'])
    .default('repair')
    .describe(
      'What follows when a review holds against work what the specification demands: it is repaired, or what is critical is planned anew and you are asked about the rest.',
    ),
  unjudged: oneOf(['go-on', 'ask'])
    .default('go-on')
    .describe('What follows when the reviewer of a task cannot judge it.'),
  owner: oneOf(['named', 'last-task'])
    .default('named')
    .describe(
      'Who repairs: whom the review names, else the last who changed the file; or always the last task of the plan that did.',
    ),
})

/** Which stages a job goes through and how far, by tier. Everything here is data, so that it can stand in a run's input. */
export const processSchema = groupOf('The whole lifecycle, as deep as the job needs.', {
  tier: oneOf(['auto', ...TIERS])
    .default('auto')
    .describe('How deep jobs go; auto tells it from the request and the repository.'),
  tierFiles: groupOf('How many files a job of a tier touches at most.', {
    trivial: count().default(1).describe('Of a trivial job.'),
    small: count().default(5).describe('Of a small one.'),
    medium: count().default(15).describe('Of a medium one; with more, a job is large.'),
  }),
  interpret: flag().default(true).describe('Whether an agent makes an unclear request clear first.'),
  discuss: groupOf('What you are asked before there is a plan.', {
    tiers: tiers('Jobs that are discussed with you before they are planned.', from.medium),
    leastQuestions: count().default(3).describe('Questions at least.'),
    mostQuestions: count().default(5).describe('Questions at most.'),
    specified: flag()
      .default(true)
      .describe('Whether a request that lists by itself what is to be true is discussed too.'),
  }),
  specify: tiers('Jobs whose specification is written to docs/PRD.yaml.', from.medium),
  research: groupOf('What is found out before planning.', {
    areas: byTier('Focus areas; 0: nobody researches.', counted, {
      trivial: 0,
      small: 1,
      medium: 2,
      large: 4,
    }),
    reuse: flag()
      .default(true)
      .describe('Whether what an earlier run found counts while its files are the same.'),
  }),
  planning,
  challenge: challengeSchema,
  approve: tiers('Jobs whose plan needs an approval.', from.small),
  approvals,
  reports: oneOf(['short', 'full'])
    .default('full')
    .describe('What whoever does a task reports: what became of it, or counts, choices and gaps as well.'),
  diagnose: flag()
    .default(true)
    .describe(
      'Whether a debugger looks for the cause of a failure; without, the next attempt is told the failure itself.',
    ),
  team,
  work,
  selfCritique: groupOf('What is done about replies that are unsure of themselves.', {
    sureFrom: share().default(0).describe('Whoever is less sure of a reply than this looks at it again.'),
    loops: count().default(0).describe('How often at most; then it goes on, and says so.'),
  }),
  waves,
  review,
  deliver: groupOf('How the change reaches you.', {
    as: wordsOf(['branch', 'patch', 'pull-request'])
      .readonly()
      .default(['branch'])
      .describe('What you are given.'),
    merge: flag().default(false).describe('Whether your branch is moved, after an approval.'),
    commitKinds: wordsOf(COMMIT_KINDS)
      .readonly()
      .default(COMMIT_KINDS)
      .describe('Kinds that commits may be of; any other becomes a chore.'),
  }),
  learn: groupOf('What a run leaves for later ones.', {
    agentsFile: flag().default(true).describe('Whether AGENTS.md learns what people have agreed to.'),
    wisdom: flag().default(true).describe('Whether .tutti/wisdom keeps what was learnt.'),
    docs: flag().default(true).describe('Whether docs that are out of date are renewed.'),
  }),
  contextLength: wholeNumber().default(60_000).describe('Characters of context beside a request at most.'),
  contextLines: count().default(0).describe('Lines of it at most; 0: as many as there are.'),
  sourceLines: count().default(0).describe('Lines of one document at most; 0: as many as there are.'),
  tools: flag().default(true).describe("Whether agents are offered Tutti's own tools."),
})

export type ProcessPolicy = z.infer<typeof processSchema>

export type TeamPolicy = ProcessPolicy['team']

export type ApprovalRule = ProcessPolicy['approvals']['plan']

export const standardProcess: ProcessPolicy = processSchema.parse({})

/** `ask`: `--yes` may answer. `person`: only a person may. `free`: nobody is asked. */
function approval(usual: 'ask' | 'person' | 'free', words: string) {
  return oneOf(['ask', 'person', 'free']).default(usual).describe(words)
}

function counted(usual: number) {
  return count().default(usual)
}
