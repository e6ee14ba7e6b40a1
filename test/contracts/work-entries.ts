import { codeCritic } from '../../src/contracts/code-critic.ts'
import type { Contract } from '../../src/contracts/contract.ts'
import { debuggerContract } from '../../src/contracts/debugger.ts'
import { designerValidate, mobileDesignerValidate } from '../../src/contracts/designer-validate.ts'
import { executorFor } from '../../src/contracts/executors.ts'
import type { ImplementRequest } from '../../src/contracts/implement-request.ts'
import { implementer } from '../../src/contracts/implementer.ts'
import type { Inspection, InspectRequest } from '../../src/contracts/inspection.ts'
import { reviewer } from '../../src/contracts/reviewer.ts'
import { EXECUTORS } from '../../src/plan/role.ts'
import { makeTask } from '../fixtures/make-plan.ts'
import { entry, type Refusal, type Reply, type RosterEntry } from './roster-entry.ts'

const objective = 'Titles become slugs'
const task = makeTask({
  id: 'T2',
  description: 'Make them.',
  writeSet: ['src/slug.ts'],
  acceptance: [
    { id: null, criterion: 'fast', verification: 'a stopwatch' },
    { id: null, criterion: 'small', verification: null },
  ],
  verification: ['npm run lint'],
  context: [
    { path: 'src/title.ts', description: 'titles' },
    { path: 'README.md', description: '' },
  ],
  fixes: 'Slugs have spaces.',
})
const contracts = [
  { from: 'T1', to: 'T2', interface: 'parse()', format: '(text) => Title' },
  { from: 'T2', to: 'T3', interface: 'slugs.json', format: '' },
]

const plain: ImplementRequest = {
  objective,
  task: makeTask({ id: 'T2', description: 'Make them.' }),
  contracts: [],
  verification: ['npm test'],
  diagnosis: null,
  kept: null,
  conflict: null,
  news: null,
}
const full: ImplementRequest = {
  objective,
  task,
  contracts,
  verification: ['npm test'],
  diagnosis: {
    problem: 'npm test failed.',
    rootCause: 'Spaces are kept.',
    location: { path: 'src/slug.ts', line: 3 },
    kind: 'code',
    fix: 'Replace them.',
    changes: 'All of them, not the first.',
    confidence: 0.9,
    by: 'debugger',
  },
  kept: '1111111',
  conflict: {
    commit: '2222222',
    paths: ['src/slug.ts'],
    files: [{ path: 'src/slug.ts', kind: 'both modified', text: '<<<<<<<\na\n=======\nb\n>>>>>>>' }],
    with: ['T1'],
  },
  news: 'A person says: only a to z.',
}

const done: Reply = { status: 'completed', summary: 'Slugs are made.' }
const choice = (id: string): Reply => ({
  id,
  description: 'One way.',
  pros: 'short',
  cons: 'strict',
  affectedFiles: ['src/slug.ts'],
})
const asking = (recommended: string, first = 'ascii'): Reply => ({
  status: 'needs_input',
  summary: 'Which letters?',
  clarification: { options: [choice(first), choice('all')], recommended, impact: 'The links.' },
})
const failing: Reply = {
  status: 'failed',
  summary: 'There is no browser.',
  failure: 'escalate',
  capabilityGap: { missing: 'a browser', suggested: 'browser-tester' },
}

const flows = { flows: { executed: 2, passed: 2 }, problems: ['A 404.'], retriesAttempted: 1 }

/** What each must show before it may call its work completed. */
const evidence: Readonly<Record<string, Reply>> = {
  'platform-engineer': {
    environment: 'staging',
    healthChecks: [{ name: 'api', isHealthy: true, details: 'It answers.' }],
  },
  designer: { decisions: ['Blue, as before.'], accessibility: { isMet: true, notes: 'By keyboard.' } },
  'mobile-designer': { decisions: ['Blue, as before.'], accessibility: { isMet: true, notes: 'By thumb.' } },
  'browser-tester': flows,
  'mobile-tester': flows,
  'documentation-writer': { docs: { created: ['a.md'], updated: ['b.md'], parityVerified: true } },
  'code-simplifier': { changes: ['One loop less.'], preservedBehaviour: true },
}

function executor(role: string): RosterEntry {
  const counted = { tests: { total: 3, passed: 3, failed: 0 }, flaky: ['slug.test.ts'] }
  return entry({
    name: `${role}-at-task`,
    from: 'executorFor',
    contract: executorFor(role, 'full'),
    plain,
    full,
    fits: [{ ...done, ...counted, ...evidence[role] }, asking('all'), failing],
    refused: [
      ['C47: a recommendation that is no option', asking('none'), '`recommended` in the `clarification`'],
      ['C47: two options of one name', asking('all', 'all'), '`clarification`'],
      [
        'completed although something is missing',
        { ...failing, ...done, ...evidence[role] },
        'Completed does not go together with `failure` and `capabilityGap`',
      ],
      [
        'completed with a question',
        { ...asking('all'), ...done, ...evidence[role] },
        'Completed does not go together with `clarification`',
      ],
      ...(evidence[role] === undefined
        ? []
        : [['A39: completed without evidence', done, 'Completed needs evidence: `'] as const]),
    ],
  })
}

const look: InspectRequest = {
  scope: 'task',
  objective,
  depth: 'lightweight',
  tasks: [makeTask({ id: 'T2' })],
  contracts: [],
  subjects: [],
  files: [],
  range: { from: 'b45e', to: 'c0de' },
  diff: '',
  earlier: [],
}
const closeLook: InspectRequest = {
  ...look,
  scope: 'wave',
  depth: 'standard',
  tasks: [task],
  contracts,
  subjects: [{ id: 'T2.1', text: 'fast' }],
  files: [{ path: 'src/slug.ts', kind: 'modified', tasks: ['T2'] }],
  diff: '=== src/slug.ts (modified)\n@@ line 1\n-a\n+b',
  earlier: ['It was slow.'],
}

function inspector(
  name: string,
  from: string,
  contract: Contract<InspectRequest, Inspection>,
  [approved, ...against]: readonly [string, ...string[]],
  requests: { readonly plain: InspectRequest; readonly full: InspectRequest } = {
    plain: look,
    full: closeLook,
  },
): RosterEntry {
  const issue: Reply = {
    severity: 'major',
    confirmed: true,
    text: 'It is slow.',
    evidence: 'It took 3 s.',
    file: 'src/slug.ts',
    line: 3,
    about: 'T2.1',
    owner: 'implementer',
  }
  const usual: Reply = {
    verdict: approved,
    confidence: 0.9,
    summary: 'Good.',
    issues: [],
    praise: ['Small.'],
  }
  return entry({
    name,
    from,
    contract,
    ...requests,
    fits: [
      usual,
      ...against.map((verdict) => ({ ...usual, verdict, issues: [issue] })),
      { ...usual, verdict: 'abstain' },
    ],
    refused: [
      ...against.map((verdict): Refusal => [
        `C32: ${verdict} without a reason`,
        { ...usual, verdict },
        '`issues`',
      ]),
      ['approval of what is broken', { ...usual, issues: [issue] }, '`issues`'],
      [
        'C51: something seen that is not shown',
        { ...usual, verdict: against[0] ?? '', issues: [{ ...issue, evidence: ' ' }] },
        '`evidence`',
      ],
    ],
  })
}

const diagnosis: Reply = {
  rootCause: 'Spaces are kept.',
  location: { path: 'src/slug.ts', line: 3 },
  kind: 'code',
  fix: 'Replace them.',
  changes: 'All of them.',
  confidence: 0.9,
}
const failed = { task, problem: 'npm test failed.', output: 'expected a-b' }
const verdicts = ['approved', 'needs_revision', 'failed'] as const

/** Those who do tasks, find out why one failed, and look at what was done. */
export const workEntries: readonly RosterEntry[] = [
  entry({
    name: 'implementer',
    from: 'implementer',
    contract: implementer,
    plain,
    full,
    fits: [done],
    refused: [],
  }),
  ...[...EXECUTORS, 'translator'].map(executor),
  entry({
    name: 'debugger',
    from: 'debuggerContract',
    contract: debuggerContract({ earlierFixes: ['Drop them'] }),
    plain: { ...failed, earlierFixes: [] },
    full: { ...failed, earlierFixes: ['Drop them'] },
    fits: [diagnosis],
    refused: [['P4: advice that has failed before', { ...diagnosis, fix: 'drop  THEM!' }, 'advised before']],
  }),
  entry({
    name: 'debugger-with-lint-rules',
    from: 'debuggerContract',
    contract: debuggerContract({ earlierFixes: [], withLintRules: true }),
    plain: { ...failed, earlierFixes: [] },
    full: { ...failed, earlierFixes: ['Drop them'] },
    fits: [
      {
        ...diagnosis,
        lintRules: [{ rule: 'eqeqeq', config: '"error"', why: 'It compares.', file: 'eslint.config.js' }],
      },
    ],
    refused: [],
  }),
  inspector('reviewer-of-work', 'reviewer', reviewer, verdicts),
  inspector('reviewer-of-job', 'reviewer', reviewer, verdicts, {
    plain: { ...look, scope: 'final' },
    full: { ...closeLook, scope: 'final', depth: 'full' },
  }),
  inspector('critic-of-work', 'codeCritic', codeCritic, ['pass', 'needs_changes', 'blocking']),
  inspector('designer-of-work', 'designerValidate', designerValidate, verdicts),
  inspector('mobile-designer-of-work', 'mobileDesignerValidate', mobileDesignerValidate, verdicts),
]
