import { budgetForEach } from './failure-budget.ts'
import type { RunPolicy } from './run-policy.ts'
import { policyWith, standardPolicy } from './run-policy.ts'
import { TIERS } from './tier.ts'

/** One retry with a hint; the second failure goes to a person. */
const fixable = { task: 2, wave: 50, run: 100 }
/** Three retries, of which the same class three times leaves two. */
const transient = { task: 3, wave: 50, run: 100 }

/** The process of ControlFlow: a state machine with gates, plans audited by tier, every phase reviewed. */
export const controlflowPolicy: RunPolicy = policyWith(standardPolicy, {
  order: 'waves',
  parallel: 10,
  leastGain: 1,
  leastWorkMinutes: 1,
  attempts: 5,
  tries: 3,
  setbacks: 2,
  failures: { ...budgetForEach(fixable), transient, timeout: transient, hung: transient },
  sameFailures: 3,
  replans: 1,
  process: {
    tierFiles: { trivial: 2, small: 5, medium: 15 },
    discuss: { tiers: [] },
    specify: [],
    planning: {
      variants: { trivial: 1, small: 1, medium: 1, large: 1 },
      splitter: false,
      executors: [
        'implementer',
        'ui-implementer',
        'platform-engineer',
        'documentation-writer',
        'browser-tester',
      ],
      leastTasks: { trivial: 1, small: 1, medium: 3, large: 3 },
      mostTasks: 10,
      inWords: true,
      named: true,
    },
    challenge: {
      when: 'after-approval',
      by: {
        trivial: [],
        small: ['plan-auditor'],
        medium: ['plan-auditor', 'assumption-verifier'],
        large: ['plan-auditor', 'assumption-verifier', 'executability-verifier'],
      },
      // Two looks at a small plan and five at a large one: the first of them is no revision.
      rounds: { trivial: 1, small: 1, medium: 4, large: 4 },
      leastTasks: 3,
      sureFrom: 0.9,
      stagnantFrom: 3,
      leastGain: 0.05,
      gain: 'score',
      blocks: 'said',
      again: 'everybody',
      must: 'executability-verifier',
      walkSureFrom: 0.6,
    },
    approve: TIERS,
    approvals: { wave: 'ask', dependency: 'free' },
    diagnose: false,
    work: { persistent: 'ask', counting: 'alike', replansOf: 'task', shown: [] },
    waves: { announce: [], critic: [], designer: [], slowed: 'next-wave' },
    review: { tasks: TIERS, final: ['large'], fixCycles: 1, unjudged: 'ask', owner: 'last-task' },
    deliver: { commitKinds: ['fix', 'feat', 'chore', 'test', 'refactor'] },
    learn: { agentsFile: false, wisdom: false, docs: false },
  },
})
