import type { Scene } from '../../../src/adapters/agents/scripted/script.ts'
import type { Json } from '../../../src/kernel/json.ts'
import { gemTeamPolicy } from '../../../src/policy/gem-team-policy.ts'
import type { ProcessScript } from '../../harness/play-process.ts'
import { reply, scene } from '../../harness/script.ts'
import type { CastTask } from '../../stories/cast.ts'
import { leftPlan } from './left-plan.ts'
import { cast, diagnosis, planOf, says, write } from '../../stories/cast.ts'

const SOURCES = {
  'src/store.ts': 'export const store = new Map<string, string>()\n',
  'src/cli.ts': "import { store } from './store.ts'\nexport const run = () => store.size\n",
  'src/format.ts': 'export const format = (text: string) => text.trim()\n',
  'docs/usage.md': '# Usage\n',
}

/** The files of the process tell of what failed, the forbidden word included. */
const verify = [{ name: 'proof', command: '! grep -rq BROKEN src', timeoutMs: 60_000 }]

const tasks: readonly CastTask[] = [
  {
    id: 'T1',
    title: 'feat: links are kept',
    writes: { 'src/links.ts': 'export const links = new Map<string, string>()\n' },
    more: {
      acceptance: [{ id: 'AC-001', criterion: 'A link can be looked up', verification: 'unit test' }],
      estimates: { effort: 'small', files: 1, lines: 40, minutes: 20 },
      context: [{ path: 'src/store.ts', description: 'how things are stored' }],
      priority: 'high',
      risk: 'medium',
    },
  },
  {
    id: 'T2',
    title: 'feat: names are checked',
    writes: { 'src/names.ts': 'export const isName = (text: string) => /^[a-z]+$/.test(text)\n' },
    more: { estimates: { effort: 'small', files: 1, lines: 20, minutes: 10 }, verification: ['npm test'] },
  },
  {
    id: 'T3',
    title: 'docs: how links are made',
    role: 'documentation-writer',
    after: ['T1', 'T2'],
    writes: { 'docs/usage.md': '# Usage\n\nMake a link.\n' },
    more: { wave: 2, priority: 'low' },
  },
]

const more: Readonly<Record<string, Json>> = {
  objective: 'Short links can be made, kept and looked up',
  confidence: 0.9,
  contracts: [{ from: 'T1', to: 'T3', interface: 'links', format: 'Map<string, string>' }],
  preMortem: {
    overallRisk: 'medium',
    failureModes: [
      {
        scenario: 'A name is taken twice',
        likelihood: 'medium',
        impact: 'high',
        mitigation: 'It is refused',
      },
    ],
    assumptions: ['There is one process'],
  },
}

const found: Json = {
  summary: 'A small tool: a store, a formatter and a command line.',
  findings: [{ path: 'src/store.ts', note: 'keeps everything in memory' }],
  sources: ['src/store.ts', 'src/cli.ts'],
  confidence: 0.9,
  openQuestions: ['How long is a link kept?'],
}

/** Whoever does T2 leaves the forbidden word behind as often as this says. */
function failing(times: number): readonly Scene[] {
  return Array.from({ length: times }, (_, index) =>
    scene({ step: `execute/T2@*/attempt-${index + 1}/implement**` }, [
      write('src/names.ts', `export const isName = BROKEN // ${index + 1}\n`),
      ...says('completed', 'Done.', { tests: { total: 1, passed: 1, failed: 0 } }),
    ]),
  )
}

/** The same one after the other: nobody would take that. */
const inLine = tasks.map((task, index) => ({
  ...task,
  after: tasks.slice(0, index).map(({ id }) => id),
  more: {},
}))

const understood: Json = {
  status: 'clear',
  objective: 'Short links can be made, kept and looked up',
  criteria: ['A link can be looked up'],
  workType: 'feature',
  mandates: [],
  likelyFiles: Object.keys(SOURCES),
}

const asked: Json = [
  {
    kind: 'interface',
    question: 'In what form does the command answer?',
    scope: 'architectural',
    options: ['Plain text', 'JSON'],
  },
  {
    kind: 'logic',
    question: 'What happens when a name is taken?',
    scope: 'task',
    options: ['It is refused', 'The new link wins'],
  },
  { kind: 'data', question: 'How long may a name be?', scope: 'task', options: ['32 letters', '64 letters'] },
].map(({ options, ...question }) => ({
  ...question,
  impact: 'It is built otherwise.',
  lookedAt: [{ path: 'src/cli.ts', found: 'nothing about it' }],
  answeredByCode: false,
  options: options.map((label, index) => ({
    label,
    pros: ['simple'],
    cons: ['plain'],
    recommended: index === 0,
  })),
}))

const requirements: Json = {
  user_stories: [{ as_a: 'reader', i_want: 'short links', so_that: 'they fit into a message' }],
  in_scope: ['making, keeping and looking up links'],
  out_of_scope: ['accounts'],
  acceptance_criteria: [{ criterion: 'A link can be looked up', verification: 'unit test' }],
  features: [{ name: 'Short links', overview: 'Make, keep, look up', status: 'planned' }],
  change: 'Short links are wanted.',
}

const documented = says('completed', 'Written.', {
  docs: { created: [], updated: ['docs/usage.md'], parityVerified: true },
})

const scenesOf = (failures: number): readonly Scene[] => [
  scene({ role: 'researcher' }, reply(found)),
  scene({ role: 'interpreter', step: 'intake/**' }, reply(understood)),
  scene({ role: 'interpreter', step: 'discuss/**' }, reply({ questions: asked, fewBecause: '' })),
  scene({ role: 'interpreter', step: 'specify/**' }, reply(requirements)),
  scene({ role: 'planner', step: 'plan/r1/b/**' }, reply(planOf(inLine, more))),
  scene({ role: 'planner' }, reply(planOf(tasks, more))),
  ...failing(failures),
  ...['Write the expression out.', 'Export the expression.', 'Put the expression into one line.'].map(
    (fix, index) =>
      scene(
        { role: 'debugger', step: `execute/T2@*/attempt-${index + 1}/**` },
        reply(
          diagnosis(0.9, {
            rootCause: 'The expression was left out.',
            fix,
            location: { path: 'src/names.ts', line: 1 },
          }),
        ),
      ),
  ),
  scene({ step: 'execute/T3@*/attempt-*/implement**' }, [
    write('docs/usage.md', '# Usage\n\nMake a link.\n'),
    ...documented,
  ]),
]

const OBJECTIVE =
  'Short links: src/store.ts, src/cli.ts, src/format.ts and docs/usage.md. A security-critical migration of how links are made, kept and looked up across the whole tool.'

/** The job, with a task that fails as often as it may, until a person says what to do. */
function jobWith(failures: number): ProcessScript {
  return {
    process: 'gem-team',
    objective: OBJECTIVE,
    files: SOURCES,
    scenes: cast(tasks, scenesOf(failures)).scenes,
    policy: (own) => ({
      ...own,
      attempts: failures,
      sameFailures: failures,
      process: { ...own.process, tier: 'large' },
    }),
    input: { verify },
    answer: (name, ask) => {
      if (/exhausted-\d+$/.test(name)) return { text: 'Write the expression out.' }
      return ask.kind === 'choice' ? { option: ask.options[0]?.id ?? null } : null
    },
  }
}

/** Three plans to choose from, a task that fails until a person helps, two waves and a document. */
export const job = jobWith(2)

/** The same with all the retries that gem-team gives. */
export const patientJob = jobWith(gemTeamPolicy.attempts)

/** A plan that was left with one task done, one half-way with a diagnosis, one not begun, and the rest blocked. */
export const halfFinished: ProcessScript = {
  process: 'gem-team',
  objective: 'Short links can be made, kept and looked up',
  files: {
    ...SOURCES,
    'src/links.ts': 'export const links = new Map()\n',
    'docs/plan/short-links/plan.yaml': leftPlan,
  },
  scenes: cast(tasks).scenes,
  input: {
    from: {
      process: 'gem-team',
      path: 'docs/plan/short-links',
      files: [{ path: 'plan.yaml', text: leftPlan }],
    },
  },
}
