import { planner, plannerFor } from '../../src/contracts/planner.ts'
import { specifierContract } from '../../src/contracts/specifier.ts'
import { splitterFor } from '../../src/contracts/splitter.ts'
import type { PlanBackground } from '../../src/contracts/plan-background.ts'
import { prdSchema } from '../../src/plan/prd.ts'
import { makePlan } from '../fixtures/make-plan.ts'
import { entry, type Refusal, type Reply, type RosterEntry } from './roster-entry.ts'

const objective = 'Titles become slugs'
const verification = ['npm test']
const clarifications = [{ question: 'Which letters?', answer: 'Only a to z.' }]

const first: Reply = {
  id: 'T1',
  title: 'feat: slugs',
  description: 'Make them.',
  role: 'implementer',
  dependencies: [],
  wave: 1,
  group: 'slugs',
  writeSet: ['src/slug.ts'],
  conflicts: ['T2'],
  acceptance: [{ id: 'A1', criterion: 'They are there', verification: 'npm test' }, 'They are short'],
  verification: ['npm test'],
  estimates: { effort: 'small', files: 1, lines: 20, minutes: 5 },
  risk: 'low',
  context: [{ path: 'src/title.ts', description: 'titles' }, 'README.md'],
  fixes: 'Slugs have spaces.',
}
const second: Reply = { id: 'T2', title: 'docs: slugs', dependencies: ['T1'], wave: 2 }
const mode = { scenario: 'Two titles, one slug', likelihood: 'low', impact: 'high', mitigation: 'A number' }
const shortPlan: Reply = {
  objective,
  tasks: [first, second],
  contracts: [{ from: 'T1', to: 'T2', interface: 'slugOf', format: '(title: string) => string' }],
  preMortem: { overallRisk: 'low', failureModes: [mode], assumptions: ['Titles are short.'] },
  openQuestions: [{ question: 'Dots?', options: ['yes', 'no'], recommendation: 'no' }, 'Digits?'],
}
const covering: Reply = { covers: ['AC-001'], priority: 'high', grave: ['public-api'] }
const risk: Reply = {
  category: 'performance',
  applicability: 'applicable',
  impact: 'low',
  disposition: 'resolved',
  note: 'One pass.',
}
const wholePlan: Reply = {
  ...shortPlan,
  tasks: [{ ...first, ...covering }, second],
  confidence: 0.8,
  risks: [risk],
}

const tasks = (parts: Reply): Reply => ({ objective, tasks: [{ id: 'T1', title: 't', ...parts }] })

/** What no plan may say, whoever makes it. */
const unplayable: readonly Refusal[] = [
  ['a circle', tasks({ dependencies: ['T1'] }), 'T1 depends on itself'],
  ['deferred research', tasks({ title: 'Figure out how' }), 'says "Figure out"'],
  ['a path that leads out', tasks({ writeSet: ['../x'] }), 'leads out'],
  ['no task at all', { objective, tasks: [] }, 'no tasks'],
]
const uncovered: readonly Refusal[] = [
  ['nobody to do it', tasks({ role: 'devops', covers: ['AC-001'] }), 'devops'],
  ['a criterion that no task covers', tasks({}), 'No task covers the criterion AC-001'],
  ['a criterion that is nowhere', tasks({ covers: ['AC-001', 'AC-9'] }), 'AC-9'],
]

const silent: PlanBackground = {
  clarifications: [],
  criteria: [],
  mandates: [],
  tier: 'small',
  executors: [{ name: 'implementer', duty: 'code and its tests' }],
  weigh: null,
}
const background: PlanBackground = {
  clarifications,
  criteria: [
    { id: 'AC-001', criterion: 'A title becomes a slug', verification: 'npm test' },
    { id: 'AC-002', criterion: 'It is short', verification: '' },
  ],
  mandates: [{ tool: 'sqlite', words: 'MUST use sqlite' }],
  tier: 'medium',
  executors: [
    { name: 'implementer', duty: 'code and its tests' },
    { name: 'designer', duty: 'layouts' },
  ],
  weigh: 'The least risk.',
}
const demands = { executors: ['implementer'], criteria: ['AC-001'] }
const plan = makePlan(
  [
    { id: 'T1', covers: ['AC-001'] },
    { id: 'T2', dependencies: ['T1'] },
  ],
  { confidence: 0.7, openQuestions: [{ question: 'Dots?', options: [], recommendation: 'no' }] },
)
const revise = { plan, feedback: 'T2 is too large.', done: ['T1'] }
const seen = {
  summary: 'Slugs are made in one place.',
  findings: [{ path: 'src/slug.ts', note: 'makes them' }],
  sources: ['src/slug.ts'],
  confidence: 0.8,
  openQuestions: ['Who reads them?'],
}

const criterion = { criterion: 'A title becomes a slug', verification: 'npm test' }
const prd = prdSchema.parse({
  prd_id: 'slugs',
  version: '1.0.0',
  acceptance_criteria: [{ id: 'AC-001', ...criterion }],
  decisions: [{ id: 'ADR-001', status: 'accepted', decision: 'No library' }],
})
const required: Reply = {
  user_stories: [{ as_a: 'reader', i_want: 'short links', so_that: 'they can be said' }],
  in_scope: ['posts'],
  out_of_scope: ['pages'],
  acceptance_criteria: [{ id: 'AC-001', ...criterion }],
  needs_clarification: [{ question: 'Dots?', context: 'c', impact: 'i', status: 'open', owner: 'o' }],
  features: [{ name: 'slugs', overview: 'links', status: 'planned' }],
  state_machines: [{ name: 'post', states: ['new'], transitions: [{ from: 'a', to: 'b', trigger: 't' }] }],
  errors: [{ code: 'ERR_SLUG_001', message: 'No slug' }],
  decisions: [
    {
      id: 'ADR-001',
      status: 'superseded',
      decision: 'No library',
      rationale: 'small',
      alternatives: ['one'],
      consequences: ['ours to keep'],
      superseded_by: 'ADR-002',
    },
  ],
  change: 'Titles have slugs.',
}

/** Those who say what is required and how the work is split. */
export const planEntries: readonly RosterEntry[] = [
  entry({
    name: 'interpreter-specification',
    from: 'specifierContract',
    contract: specifierContract({ prd }),
    plain: { objective, criteria: [], clarifications: [], prd: null },
    full: { objective, criteria: ['Slugs are there'], clarifications, prd },
    fits: [required, { change: 'Nothing new.' }],
    refused: [
      [
        'an id that is nowhere',
        { ...required, acceptance_criteria: [{ id: 'AC-7', ...criterion }] },
        'no AC-7',
      ],
    ],
  }),
  entry({
    name: 'interpreter-first-specification',
    from: 'specifierContract',
    contract: specifierContract({ prd: null }),
    plain: { objective, criteria: [], clarifications: [], prd: null },
    full: { objective, criteria: ['Slugs are there'], clarifications, prd: null },
    fits: [{ ...required, acceptance_criteria: [criterion], decisions: [] }],
    refused: [['no criterion', { change: 'Slugs.' }, '`acceptance_criteria`']],
  }),
  entry({
    name: 'planner',
    from: 'planner',
    contract: planner,
    plain: { objective, research: [{ summary: seen.summary, findings: [] }], verification, revise: null },
    full: {
      objective,
      research: [{ summary: seen.summary, findings: seen.findings }],
      verification,
      revise: { ...revise, from: 'person' },
    },
    fits: [shortPlan, tasks({ acceptance: ['works'], estimates: { effort: 'large' } })],
    refused: [...unplayable, ['nobody to do it', tasks({ role: 'devops' }), 'give it to the implementer']],
  }),
  entry({
    name: 'planner-whole',
    from: 'plannerFor',
    contract: plannerFor(demands),
    plain: { objective, research: [], verification, revise: null, background: silent },
    full: { objective, research: [seen], verification, revise: { ...revise, from: 'challenge' }, background },
    fits: [wholePlan],
    refused: [...unplayable, ...uncovered],
  }),
  entry({
    name: 'splitter',
    from: 'splitterFor',
    contract: splitterFor(demands),
    plain: { objective, verification, background: silent, draft: '', problems: 'It has no tasks.' },
    full: { objective, verification, background, draft: 'First the slugs.', problems: 'It has no tasks.' },
    fits: [wholePlan],
    refused: [...unplayable, ...uncovered],
  }),
]
