import type { ProcessScript } from '../../harness/play-process.ts'
import { reply, scene } from '../../harness/script.ts'
import type { CastTask } from '../../stories/cast.ts'
import { audited, cast, done, issue, inspected, planOf, says, write } from '../../stories/cast.ts'

const tasks: readonly CastTask[] = [
  {
    id: 'parse',
    title: 'Parse the list of prices',
    writes: { 'src/parse.txt': 'parse\n' },
    more: { context: ['README.md'], verification: ['npm test'] },
  },
  {
    id: 'store',
    title: 'Store what was parsed',
    writes: { 'src/store.txt': 'store\n', 'src/index.txt': 'store\n' },
  },
  {
    id: 'show',
    title: 'Show the prices',
    role: 'ui-implementer',
    after: ['parse', 'store'],
    writes: { 'src/show.txt': 'show\n', 'src/style.txt': 'style\n' },
  },
  {
    id: 'guide',
    title: 'Write the guide to the prices',
    role: 'documentation-writer',
    after: ['store'],
    writes: { 'docs/guide.txt': 'guide\n' },
  },
]

const risks = [
  {
    category: 'performance',
    applicability: 'applicable',
    impact: 'medium',
    disposition: 'resolved',
    note: 'Lists are read line by line.',
  },
  {
    category: 'migration-rollback',
    applicability: 'not-applicable',
    impact: 'low',
    disposition: 'not-applicable',
  },
]

const plan = (more = {}) =>
  planOf(tasks, {
    objective: 'Prices can be read, stored and shown',
    confidence: 0.85,
    risks,
    contracts: [{ from: 'store', to: 'show', interface: 'prices()', format: 'a list of {name, price}' }],
    openQuestions: [{ question: 'Which currency?', options: ['euro', 'dollar'], recommendation: 'euro' }],
    ...more,
  })

const objection = {
  severity: 'blocking',
  category: 'order',
  text: 'Nobody has said what a price is.',
  about: 'parse',
  where: 'parse',
  fix: 'Say it.',
}

/** A medium job in two waves: one revision, a question, a failure that is put right, a review that blocks once. */
export const job: ProcessScript = {
  process: 'controlflow',
  objective: 'Read, store and show the list of prices, and write a guide to it',
  files: { 'src/index.txt': 'index\n' },
  ...cast(tasks, [
    scene({ role: 'planner', step: 'plan/r2/**' }, reply(plan({ confidence: 0.95 }))),
    scene({ role: 'planner' }, reply(plan())),
    scene(
      { role: 'plan-auditor', step: 'challenge/r1/**' },
      reply(audited(tasks, { verdict: 'needs_revision', findings: [objection] })),
    ),
    scene({ step: 'execute/store@r*/attempt-1/implement/try-1/turn' }, [
      ...says('needs_input', 'Where shall prices be stored?', {
        clarification: {
          options: [
            {
              id: 'file',
              description: 'In a file',
              pros: 'simple',
              cons: 'slow',
              affectedFiles: ['src/store.txt'],
            },
            {
              id: 'memory',
              description: 'In memory',
              pros: 'fast',
              cons: 'gone',
              affectedFiles: ['src/index.txt'],
            },
          ],
          recommended: 'file',
          impact: 'Everything that reads prices.',
        },
      }),
    ]),
    scene({ step: 'execute/parse@r*/attempt-2/implement/**' }, [
      write('src/parse.txt', 'parse, and refuse what is negative\n'),
      ...done,
    ]),
    scene({ step: 'execute/show@r*/attempt-1/implement/**' }, [
      write('src/show.txt', 'BROKEN\n'),
      write('src/style.txt', 'style\n'),
      ...done,
    ]),
    scene(
      { role: 'reviewer', step: 'execute/parse@r*/attempt-1/review/**' },
      reply(inspected('needs_revision', [issue('A price may be negative.', 'src/parse.txt')])),
    ),
    scene({ step: 'execute/guide@r*/attempt-*/implement**' }, [
      { act: 'write', path: 'docs/guide.txt', text: 'guide\n' },
      ...reply({
        status: 'completed',
        summary: 'It is written.',
        docs: { created: ['docs/guide.txt'], updated: [], parityVerified: true },
      }),
    ]),
  ]),
  answer: (name) => (name.endsWith('/input-1') ? { option: 'option-file' } : null),
}

/** As the original left it: the first phase is completed and not marked, the second marked and not completed. */
const leftPlan = `## Plan: Prices of the shop

**Status:** READY_FOR_EXECUTION
**Agent:** Planner
**schema_version:** 1.2.0
**Complexity Tier:** SMALL
**Confidence:** 0.95
**Summary:** Prices of the shop can be read, stored and shown.

### Progress

- [ ] Phase 1 — Read the prices
- [x] Phase 2 — Store the prices
- [ ] Phase 3 — Show the prices

### Implementation Phases

#### Phase 1 — Read the prices

- **Objective:** Read the list of prices line by line.
- **Executor Agent:** CoreImplementer-subagent
- **Wave:** 1
- **Dependencies:** none
- **Files:** src/read.txt (create)
- **Tests:** npm test
- **Acceptance Criteria:** A list of three lines gives three prices.
- **Quality Gates:** tests_pass
- **Steps:**
  1. Write the test.

#### Phase 2 — Store the prices

- **Objective:** Keep what was read.
- **Executor Agent:** CoreImplementer-subagent
- **Wave:** 2
- **Dependencies:** Phase 1
- **Files:**
  - create \`src/store.txt\`
- **Tests:** npm test
- **Acceptance Criteria:**
  - What was read is there after a restart.
- **Quality Gates:** tests_pass

#### Phase 3 — Show the prices

- **Objective:** Show what is stored.
- **Executor Agent:** UIImplementer-subagent
- **Wave:** 3
- **Dependencies:** Phase 2
- **Files:** src/show.txt (create)
- **Acceptance Criteria:** Every price is shown.
- **Quality Gates:** tests_pass

### Inter-Phase Contracts

- **From Phase 2 → To Phase 3:** prices()
  - **Format:** a list of prices

### Semantic Risk Review

| Category | Applicability | Impact | Evidence Source | Disposition |
| --- | --- | --- | --- | --- |
| data_volume | not_applicable | LOW | src | not_applicable |
| performance | applicable | LOW | src | resolved |
`

const leftPhase = `## Phase 1 Complete: Read the prices

**TL;DR:** Prices are read.

### Changes
- Files modified: src/read.txt

### Review Status
APPROVED
`

/** Files as they stood when somebody stopped half way. */
export const leftFiles = [
  { path: 'plans/shop-plan.md', text: leftPlan },
  { path: 'plans/shop-phase-1-complete.md', text: leftPhase },
]

export const halfFinished: ProcessScript = {
  process: 'controlflow',
  objective: 'Prices of the shop can be read, stored and shown.',
  files: { 'src/read.txt': 'read\n', ...Object.fromEntries(leftFiles.map(({ path, text }) => [path, text])) },
  input: { from: { process: 'controlflow', path: '.', files: [...leftFiles] } },
  ...cast([
    { id: 'store-the-prices', writes: { 'src/store.txt': 'store\n' } },
    { id: 'show-the-prices', writes: { 'src/show.txt': 'show\n' } },
  ]),
}
