import { APPROVALS, COMMIT_KINDS, COMPLETIONS, standardProcess } from '../policy/process-policy.ts'
import { TIERS } from '../policy/tier.ts'
import { count, flag, group, listOf, oneOf, share, text, wholeNumber, wordsOf } from './value-schemas.ts'
import { planningShape } from './planning-schema.ts'
import { byTier, defaultOf, tiers } from './tier-schemas.ts'

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
    specified: flag()
      .describe(
        `Whether a request that lists by itself what is to be true is discussed too. ${defaultOf(usual.discuss.specified)}`,
      )
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
  ...planningShape,
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
    minutes: wholeNumber()
      .describe(
        `Minutes that a worker may take before it is asked to finish. ${defaultOf(usual.team.minutes)}`,
      )
      .exactOptional(),
    completion: oneOf(COMPLETIONS)
      .describe(`What becomes of the session in the end. ${defaultOf(usual.team.completion)}`)
      .exactOptional(),
  })
    .describe('How a team is led whose roles are made for the job.')
    .exactOptional(),
  work: group({
    refused: oneOf(['go-on', 'block'])
      .describe(
        `What becomes of a task that is refused what it asked leave for: it does without, or is given up. ${defaultOf(usual.work.refused)}`,
      )
      .exactOptional(),
    mending: oneOf(['own', 'implementer'])
      .describe(
        `Who mends code that a task turns out to need: its own role where that writes code, or an implementer. ${defaultOf(usual.work.mending)}`,
      )
      .exactOptional(),
    persistent: oneOf(['attempt', 'ask'])
      .describe(
        `An agent that fails in every try: the attempt has failed, or you are asked at once. ${defaultOf(usual.work.persistent)}`,
      )
      .exactOptional(),
    counting: oneOf(['each', 'alike'])
      .describe(
        `Whether each class of failures is counted by itself, or together what is answered alike. ${defaultOf(usual.work.counting)}`,
      )
      .exactOptional(),
    'replans-of': oneOf(['run', 'task'])
      .describe(
        `Whether new plans are counted for the run or for each task. ${defaultOf(usual.work.replansOf)}`,
      )
      .exactOptional(),
    shown: tiers(
      'Jobs in which a task that claims new behaviour has to show it by something that can be run.',
      usual.work.shown,
    ),
  })
    .describe('How tasks are done.')
    .exactOptional(),
  'self-critique': group({
    'sure-from': share()
      .describe(
        `Whoever is less sure of a reply than this looks at it again. ${defaultOf(usual.selfCritique.sureFrom)}`,
      )
      .exactOptional(),
    loops: count()
      .describe(`How often at most; then it goes on, and says so. ${defaultOf(usual.selfCritique.loops)}`)
      .exactOptional(),
  })
    .describe('What is done about replies that are unsure of themselves.')
    .exactOptional(),
  waves: group({
    announce: tiers('Jobs whose waves are announced.', usual.waves.announce),
    review: tiers('Jobs with a review after each wave.', usual.waves.review),
    critic: tiers('Jobs with a critic after each wave.', usual.waves.critic),
    designer: tiers('Jobs with a designer after each wave.', usual.waves.designer),
    simplifier: flag()
      .describe(`Whether a simplifier goes over a wave that cleans up. ${defaultOf(usual.waves.simplifier)}`)
      .exactOptional(),
    simplify: tiers('Jobs in which it then goes over every wave.', usual.waves.simplify),
    'lint-rules': flag()
      .describe(
        `Whether an implementer takes up the lint rules that debuggers recommend. ${defaultOf(usual.waves.lintRules)}`,
      )
      .exactOptional(),
    'ui-words': listOf(text('must be a word'), 'must be a list of words')
      .describe('Words of a task that call for the designer, whatever files it touches.')
      .exactOptional(),
    unjudged: oneOf(['go-on', 'ask'])
      .describe(`What follows when nobody could judge a wave. ${defaultOf(usual.waves.unjudged)}`)
      .exactOptional(),
    slowed: oneOf(['at-once', 'next-wave'])
      .describe(
        `When failing agents make fewer tasks run at once: there and then until it is better, or from the next wave on. ${defaultOf(usual.waves.slowed)}`,
      )
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
    diagnose: flag()
      .describe(
        `Whether a debugger finds the cause of what blocks before it is repaired. ${defaultOf(usual.review.diagnose)}`,
      )
      .exactOptional(),
    specification: oneOf(['repair', 'replan'])
      .describe(
        `What follows when a review holds against work what the specification demands: it is repaired, or what is critical is planned anew and you are asked about the rest. ${defaultOf(usual.review.specification)}`,
      )
      .exactOptional(),
    unjudged: oneOf(['go-on', 'ask'])
      .describe(
        `What follows when the reviewer of a task cannot judge it. ${defaultOf(usual.review.unjudged)}`,
      )
      .exactOptional(),
    owner: oneOf(['named', 'last-task'])
      .describe(
        `Who repairs: whom the review names, else the last who changed the file; or always the last task of the plan that did. ${defaultOf(usual.review.owner)}`,
      )
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
    'commit-kinds': wordsOf(COMMIT_KINDS)
      .describe(
        `Kinds that commits may be of; any other becomes a chore. ${defaultOf(usual.deliver.commitKinds)}`,
      )
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
  'context-lines': count()
    .describe(`Lines of it at most; 0: as many as there are. ${defaultOf(usual.contextLines)}`)
    .exactOptional(),
  'source-lines': count()
    .describe(`Lines of one document at most; 0: as many as there are. ${defaultOf(usual.sourceLines)}`)
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
