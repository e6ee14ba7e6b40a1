import type { Act, Scene, Script } from '../../src/adapters/agents/scripted/script.ts'
import type { Json } from '../../src/kernel/json.ts'
import { checks, points, scores } from '../fixtures/challenge-replies.ts'
import { reply, scene } from '../harness/script.ts'

export interface CastTask {
  readonly id: string
  readonly title?: string
  readonly role?: string
  readonly after?: readonly string[]
  readonly writes?: Readonly<Record<string, string>>
  /** More keys of the task as the plan has it. */
  readonly more?: Readonly<Record<string, Json>>
}

/** Everybody who may be asked in a story, doing their best; scenes given first are looked at first. */
export function cast(tasks: readonly CastTask[], first: readonly Scene[] = []): Script {
  return {
    scenes: [
      ...first,
      scene({ role: 'interpreter', step: 'discuss/**' }, reply({ questions, fewBecause: '' })),
      scene({ role: 'interpreter', step: 'specify/**' }, reply(requirements)),
      scene({ role: 'interpreter' }, reply(understood)),
      scene({ role: 'code-mapper' }, reply({ files: [{ path: 'README.md', why: 'all there is' }] })),
      scene({ role: 'researcher' }, reply(research)),
      scene({ role: 'planner' }, reply(planOf(tasks))),
      scene({ role: 'splitter' }, reply(planOf(tasks))),
      ...challengers(tasks),
      ...inspectors,
      ...tasks.map((task) =>
        scene({ step: `execute/${task.id}@*/attempt-*/implement**` }, [...writesOf(task), ...done]),
      ),
      scene({ role: 'debugger' }, reply(diagnosis(0.9))),
      scene({ role: 'initializer' }, [
        ...documents.map((path) => write(path, `# ${path}\n\nThere is README.md.\n`)),
        ...reply(refreshed),
      ]),
    ],
  }
}

export function planOf(tasks: readonly CastTask[], more: Readonly<Record<string, Json>> = {}): Json {
  return {
    objective: 'What the story wants',
    confidence: 0.8,
    ...more,
    tasks: tasks.map((task) => ({
      id: task.id,
      title: task.title ?? `chore: ${task.id}`,
      description: `Do ${task.id}.`,
      role: task.role ?? 'implementer',
      dependencies: [...(task.after ?? [])],
      writeSet: Object.keys(filesOf(task)),
      acceptance: [{ id: null, criterion: `${task.id} is there`, verification: 'look' }],
      covers: ['AC-001'],
      ...task.more,
    })),
  }
}

export const done: readonly Act[] = reply({
  status: 'completed',
  summary: 'It is done.',
  tests: { total: 1, passed: 1, failed: 0 },
})

export function says(
  status: string,
  summary: string,
  more: Readonly<Record<string, Json>> = {},
): readonly Act[] {
  return reply({ status, summary, ...more })
}

export function write(path: string, text: string): Act {
  return { act: 'write', path, text }
}

export function diagnosis(confidence: number, more: Readonly<Record<string, Json>> = {}): Json {
  return {
    rootCause: 'The file does not say what it must.',
    location: { path: 'README.md', line: 1 },
    kind: 'code',
    fix: 'Write what it must say.',
    changes: 'It says it now.',
    confidence,
    ...more,
  }
}

export function inspected(verdict: string, issues: readonly Json[] = []): Json {
  return {
    verdict,
    confidence: 0.9,
    summary: 'It was looked at.',
    issues: [...issues],
    praise: ['It is small.'],
  }
}

export function issue(text: string, file: string, more: Readonly<Record<string, Json>> = {}): Json {
  return {
    severity: 'critical',
    confirmed: true,
    text,
    evidence: `${file}, line 1`,
    file,
    line: 1,
    about: null,
    owner: null,
    ...more,
  }
}

function filesOf({ id, writes }: CastTask): Readonly<Record<string, string>> {
  return writes ?? { [`${id}.txt`]: `${id}\n` }
}

function writesOf(task: CastTask): readonly Act[] {
  return Object.entries(filesOf(task)).map(([path, text]) => write(path, text))
}

const understood: Json = {
  status: 'clear',
  objective: 'Make what the story wants',
  criteria: ['It is there'],
  workType: 'feature',
  mandates: [],
  likelyFiles: ['README.md'],
}

const questions: Json = ['interface', 'logic', 'data'].map((kind, index) => ({
  kind,
  question: `How shall ${kind} be?`,
  impact: 'It is built otherwise.',
  lookedAt: [{ path: 'README.md', found: 'nothing about it' }],
  answeredByCode: false,
  scope: index === 0 ? 'architectural' : 'task',
  options: [
    { label: `Plain ${kind}`, pros: ['simple'], cons: ['dull'], recommended: true },
    { label: `Rich ${kind}`, pros: ['bright'], cons: ['costly'], recommended: false },
  ],
}))

const requirements: Json = {
  acceptance_criteria: [{ criterion: 'What the story wants is there', verification: 'look' }],
  features: [{ name: 'What the story wants', overview: '', status: 'planned' }],
  change: 'The story wants something.',
}

const documents = ['docs/ARCHITECTURE.md', 'docs/CODE_STYLE.md', 'docs/FINDINGS.md']

const refreshed: Json = {
  status: 'completed',
  docs: documents.map((path) => ({ path, change: 'written', evidence: ['README.md'] })),
  summary: 'The documents are true.',
}

const research: Json = {
  summary: 'A small project.',
  findings: [],
  sources: [],
  confidence: 0.9,
  openQuestions: [],
}

/** What everybody says who finds nothing against a plan. */
export function audited(
  tasks: readonly Pick<CastTask, 'id'>[],
  more: Readonly<Record<string, Json>> = {},
): Json {
  const checklist = tasks.slice(0, 3).map(({ id }) => ({ task: id, canStart: true, note: '' }))
  return {
    verdict: 'approved',
    scores,
    checklist,
    confidence: 0.9,
    verified: ['README.md is there'],
    ...more,
  }
}

function challengers(tasks: readonly CastTask[]): readonly Scene[] {
  const walked = tasks.slice(0, 3).map(({ id }) => ({ task: id, checks, stuck: null }))
  return [
    scene({ role: 'plan-auditor' }, reply(audited(tasks))),
    scene(
      { role: 'assumption-verifier' },
      reply({ verdict: 'complete', lookedAt: ['README.md'], confidence: 0.9 }),
    ),
    scene({ role: 'executability-verifier' }, reply({ verdict: 'pass', walked, confidence: 0.9 })),
    scene(
      { role: 'critic', step: '/challenge/' },
      reply({ verdict: 'pass', confidence: 0.9, praise: ['It is small.'] }),
    ),
    scene(
      { role: 'reviewer', step: '/challenge/' },
      reply({ verdict: 'approved', checks: points, confidence: 0.9 }),
    ),
  ]
}

const inspectors: readonly Scene[] = [
  scene({ role: 'critic' }, reply(inspected('pass'))),
  scene({ role: 'reviewer' }, reply(inspected('approved'))),
  scene({ role: 'designer' }, reply(inspected('approved'))),
]
