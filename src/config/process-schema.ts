import type { z } from 'zod'
import { APPROVALS, CHALLENGERS, COMPLETIONS, standardProcess } from '../policy/process-policy.ts'
import type { ByTier } from '../policy/tier.ts'
import { TIERS } from '../policy/tier.ts'
import { count, flag, group, oneOf, share, wholeNumber, wordsOf } from './value-schemas.ts'

const usual = standardProcess

const approvalWords = {
  plan: 'A plan.',
  wave: 'Each wave of a plan.',
  destructive: 'What deletes or overwrites for good.',
  deployment: 'A deployment.',
  dependency: 'A new dependency.',
  'public-api': 'A change of what others build on.',
  architecture: 'A change of the architecture.',
  merge: 'A merge into your branch.',
} as const satisfies Record<(typeof APPROVALS)[number], string>

/** The keys of `policy` that say which stages a job goes through and how far. */
export const processShape = {
  tier: oneOf(['auto', ...TIERS])
    .describe(`How deep jobs go; auto tells it from the request and the repository. ${defaultOf(usual.tier)}`)
    .exactOptional(),
  'tier-files': group({
    trivial: count()
      .describe(`Of a trivial job. ${defaultOf(usual.tierFiles.trivial)}`)
      .exactOptional(),
    small: count()
      .describe(`Of a small one. ${defaultOf(usual.tierFiles.small)}`)
      .exactOptional(),
    medium: count()
      .describe(`Of a medium one; with more, a job is large. ${defaultOf(usual.tierFiles.medium)}`)
      .exactOptional(),
  })
    .describe('How many files a job of a tier touches at most.')
    .exactOptional(),
  interpret: flag()
    .describe(`Whether an agent makes an unclear request clear first. ${defaultOf(usual.interpret)}`)
    .exactOptional(),
  discuss: group({
    tiers: tiers('Jobs that are discussed with you before they are planned.', usual.discuss.tiers),
    'least-questions': count()
      .describe(`Questions at least. ${defaultOf(usual.discuss.leastQuestions)}`)
      .exactOptional(),
    'most-questions': count()
      .describe(`Questions at most. ${defaultOf(usual.discuss.mostQuestions)}`)
      .exactOptional(),
  })
    .describe('What you are asked before there is a plan.')
    .exactOptional(),
  specify: tiers('Jobs whose specification is written to docs/PRD.yaml.', usual.specify),
  research: group({
    areas: byTier('Focus areas; 0: nobody researches.', () => count(), usual.research.areas),
    reuse: flag()
      .describe(
        `Whether what an earlier run found counts while its files are the same. ${defaultOf(usual.research.reuse)}`,
      )
      .exactOptional(),
  })
    .describe('What is found out before planning.')
    .exactOptional(),
  planning: group({
    variants: byTier(
      'Plans to choose from; 0: one task, no planner.',
      () => count(),
      usual.planning.variants,
    ),
    splitter: flag()
      .describe(
        `Whether a splitter follows a planner whose plan cannot be used. ${defaultOf(usual.planning.splitter)}`,
      )
      .exactOptional(),
  })
    .describe('How a plan is made.')
    .exactOptional(),
  challenge: group({
    by: byTier('Roles that look at a plan before you do.', () => wordsOf(CHALLENGERS), usual.challenge.by),
    rounds: byTier('Rounds of revision at most.', () => count(), usual.challenge.rounds),
    'least-tasks': count()
      .describe(
        `A plan of fewer tasks is challenged only for its doubts or a grave risk. ${defaultOf(usual.challenge.leastTasks)}`,
      )
      .exactOptional(),
    'sure-from': share()
      .describe(`A plan less sure of itself than this is challenged. ${defaultOf(usual.challenge.sureFrom)}`)
      .exactOptional(),
    'stagnant-from': wholeNumber()
      .describe(
        `The round from which on less must be found each time. ${defaultOf(usual.challenge.stagnantFrom)}`,
      )
      .exactOptional(),
    'least-gain': share()
      .describe(
        `By which share less, or the revision has come to nothing. ${defaultOf(usual.challenge.leastGain)}`,
      )
      .exactOptional(),
  })
    .describe('Who questions a plan.')
    .exactOptional(),
  approve: tiers('Jobs whose plan needs an approval.', usual.approve),
  approvals: group(
    Object.fromEntries(APPROVALS.map((of) => [of, approval(of)] as const)) as Record<
      (typeof APPROVALS)[number],
      ReturnType<typeof approval>
    >,
  )
    .describe(
      'What must be allowed before it happens. ask: --yes may answer; person: only you may; free: nobody is asked.',
    )
    .exactOptional(),
  reports: oneOf(['short', 'full'])
    .describe(
      `What whoever does a task reports: what became of it, or counts, choices and gaps as well. ${defaultOf(usual.reports)}`,
    )
    .exactOptional(),
  diagnose: flag()
    .describe(
      `Whether a debugger looks for the cause of a failure; without, the next attempt is told the failure itself. ${defaultOf(usual.diagnose)}`,
    )
    .exactOptional(),
  team: group({
    roles: wholeNumber()
      .describe(`Roles at most; what is more is merged. ${defaultOf(usual.team.roles)}`)
      .exactOptional(),
    quality: group({
      pass: count()
        .describe(`Of 100, from which on work is taken. ${defaultOf(usual.team.quality.pass)}`)
        .exactOptional(),
      warn: count()
        .describe(`From which on it is taken with a warning. ${defaultOf(usual.team.quality.warn)}`)
        .exactOptional(),
      retries: count()
        .describe(`How often what is below is done again. ${defaultOf(usual.team.quality.retries)}`)
        .exactOptional(),
    })
      .describe('How good the work of a role must be.')
      .exactOptional(),
    revisions: count()
      .describe(`Tasks of revision for a task whose verdict blocks. ${defaultOf(usual.team.revisions)}`)
      .exactOptional(),
    completion: oneOf(COMPLETIONS)
      .describe(`What becomes of the session in the end. ${defaultOf(usual.team.completion)}`)
      .exactOptional(),
  })
    .describe('How a team is led whose roles are made for the job.')
    .exactOptional(),
  waves: group({
    announce: tiers('Jobs whose waves are announced.', usual.waves.announce),
    review: tiers('Jobs with a review after each wave.', usual.waves.review),
    critic: tiers('Jobs with a critic after each wave.', usual.waves.critic),
    designer: tiers('Jobs with a designer after each wave.', usual.waves.designer),
    simplifier: flag()
      .describe(`Whether a simplifier goes over a wave that cleans up. ${defaultOf(usual.waves.simplifier)}`)
      .exactOptional(),
  })
    .describe('What happens between waves; a review, a critic or a designer makes them wait for each other.')
    .exactOptional(),
  review: group({
    tasks: tiers("Jobs with a review of each task's change.", usual.review.tasks),
    final: tiers('Jobs with a review of the whole change.', usual.review.final),
    'fix-cycles': count()
      .describe(`How often the whole change is put right. ${defaultOf(usual.review.fixCycles)}`)
      .exactOptional(),
  })
    .describe('What is reviewed before it is delivered.')
    .exactOptional(),
  deliver: group({
    as: wordsOf(['branch', 'patch', 'pull-request'])
      .describe(`What you are given. ${defaultOf(usual.deliver.as)}`)
      .exactOptional(),
    merge: flag()
      .describe(`Whether your branch is moved, after an approval. ${defaultOf(usual.deliver.merge)}`)
      .exactOptional(),
  })
    .describe('How the change reaches you.')
    .exactOptional(),
  learn: group({
    'agents-file': flag()
      .describe(`Whether AGENTS.md learns what people have agreed to. ${defaultOf(usual.learn.agentsFile)}`)
      .exactOptional(),
    wisdom: flag()
      .describe(`Whether .tutti/wisdom keeps what was learnt. ${defaultOf(usual.learn.wisdom)}`)
      .exactOptional(),
    docs: flag()
      .describe(`Whether docs that are out of date are renewed. ${defaultOf(usual.learn.docs)}`)
      .exactOptional(),
  })
    .describe('What a run leaves for later ones.')
    .exactOptional(),
  'context-length': wholeNumber()
    .describe(`Characters of context beside a request at most. ${defaultOf(usual.contextLength)}`)
    .exactOptional(),
  tools: flag()
    .describe(`Whether agents are offered Tutti's own tools. ${defaultOf(usual.tools)}`)
    .exactOptional(),
}

function approval(of: (typeof APPROVALS)[number]) {
  return oneOf(['ask', 'person', 'free'])
    .describe(`${approvalWords[of]} ${defaultOf(usual.approvals[of])}`)
    .exactOptional()
}

function tiers(what: string, by: readonly string[]) {
  return wordsOf(TIERS)
    .describe(`${what} ${defaultOf(by)}`)
    .exactOptional()
}

function byTier<Value extends z.ZodType>(what: string, make: () => Value, by: ByTier<unknown>) {
  const of = (tier: keyof typeof by) =>
    make()
      .describe(`Of ${tier} jobs. ${defaultOf(by[tier])}`)
      .exactOptional()
  return group({ trivial: of('trivial'), small: of('small'), medium: of('medium'), large: of('large') })
    .describe(what)
    .exactOptional()
}

function defaultOf(value: unknown): string {
  const shown = Array.isArray(value) ? (value.length === 0 ? 'none' : value.join(', ')) : String(value)
  return `Default: ${shown}.`
}
