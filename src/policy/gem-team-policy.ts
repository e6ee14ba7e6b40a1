import { budgetForEach } from './failure-budget.ts'
import type { RunPolicy } from './run-policy.ts'
import { policyWith, standardPolicy } from './run-policy.ts'
import type { Tier } from './tier.ts'
import { TIERS } from './tier.ts'

const deep: readonly Tier[] = ['medium', 'large']
const both = ['reviewer', 'critic'] as const

/** Retries of a task, of a wave that does not hold together, and of a plan that cannot work. */
const RETRIES = 3

/** The process of gem-team: research always, two judges of every plan, waves that are checked before the next begins. */
export const gemTeamPolicy: RunPolicy = policyWith(standardPolicy, {
  order: 'waves',
  parallel: 4,
  attempts: RETRIES + 1,
  tries: RETRIES + 1,
  failures: budgetForEach({ task: RETRIES + 1, wave: 16, run: 40 }),
  sameFailures: RETRIES + 1,
  replans: RETRIES,
  process: {
    discuss: { tiers: deep, leastQuestions: 3, mostQuestions: 5, specified: false },
    specify: deep,
    research: { areas: { trivial: 1, small: 1, medium: 2, large: 4 }, reuse: true },
    planning: {
      variants: { trivial: 1, small: 1, medium: 1, large: 3 },
      splitter: false,
      executors: [
        'implementer',
        'mobile-implementer',
        'browser-tester',
        'mobile-tester',
        'platform-engineer',
        'documentation-writer',
        'code-simplifier',
        'designer',
        'mobile-designer',
      ],
      // .tsx and .jsx are left out: they would take all work on the web with them.
      mobileFiles: ['**/*.{dart,swift,kt}', '**/*.{android,ios}.*'],
    },
    challenge: {
      by: { trivial: both, small: both, medium: both, large: both },
      rounds: { trivial: 2, small: 2, medium: 2, large: 2 },
      leastTasks: 1,
    },
    approve: TIERS,
    work: { refused: 'block', mending: 'implementer', persistent: 'ask', shown: [] },
    selfCritique: { sureFrom: 0.85, loops: 2 },
    waves: {
      announce: deep,
      review: TIERS,
      critic: ['large'],
      designer: TIERS,
      simplifier: false,
      simplify: ['large'],
      lintRules: true,
      uiWords: ['tailwind', 'component'],
      unjudged: 'ask',
    },
    review: { tasks: [], final: [], fixCycles: RETRIES, diagnose: true, specification: 'replan' },
    learn: { agentsFile: true, wisdom: false, docs: false },
    contextLines: 2000,
    sourceLines: 200,
  },
})
