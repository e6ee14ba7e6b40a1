import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { RunEvent } from '../../../src/kernel/event.ts'
import { readFile } from '../../../src/records/read-file.ts'
import { storyOf } from '../../../src/records/story.ts'
import { problemsOfRoleSpec } from '../../../src/records/team-coordinate/problems-of-role-spec.ts'
import { teamCoordinateSchemas } from '../../../src/records/team-coordinate/schemas.ts'
import { messageSchema } from '../../../src/records/team-coordinate/session-files.ts'
import { teamBook } from '../../../src/records/team-coordinate/team-book.ts'
import type { TestRepository } from '../../fixtures/git-repository.ts'
import type { ProcessPlay } from '../../harness/play-process.ts'
import { makeStage, playProcess } from '../../harness/play-process.ts'
import { job } from './job.ts'

const FOLDER = '.workflow/.team/TC-investigate-greeting-made-2026-01-01'
const book = teamBook(null)

let repository: TestRepository
let played: ProcessPlay
/** The files after each event, as the journal told them then. */
let moments: readonly Readonly<Record<string, string>>[]

function filesAfter(events: readonly RunEvent[]): Readonly<Record<string, string>> {
  return Object.fromEntries(
    book.render(storyOf(events)).map(({ path, text }) => [path.slice(FOLDER.length + 1), text]),
  )
}

beforeAll(async () => {
  repository = await makeStage(job)
  played = await playProcess(repository, job)
  moments = played.events.map((_event, index) => filesAfter(played.events.slice(0, index + 1)))
}, 120_000)

afterAll(() => repository.remove())

/** The end of the job, or the first moment at which a file is there. */
function file(path: string, when: 'last' | 'first' = 'last'): string {
  const at = when === 'last' ? moments.at(-1) : moments.find((files) => path in files)
  return at?.[path] ?? ''
}

type Values = Readonly<Record<string, unknown>>

function json(path: string, when: 'last' | 'first' = 'last'): Values {
  return JSON.parse(file(path, when)) as Values
}

function messages(): readonly Values[] {
  return file('.msg/messages.jsonl')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Values)
}

describe('the files of a session', () => {
  test('D20, D37: are what the run wrote and delivered', async () => {
    const written = Object.fromEntries(
      Object.entries(played.files).map(([path, text]) => [path.slice(FOLDER.length + 1), text]),
    )
    expect(written).toEqual(moments.at(-1))
    expect(await played.delivered(`${FOLDER}/artifacts/TEST-001-R1-test-report.md`)).toContain(
      '1 of 1 passed.',
    )
  })

  test('D20, D23: begin with every folder, no task, empty wisdom and an empty cache', () => {
    const [begun] = moments.filter((files) => Object.keys(files).length > 0)
    expect(Object.keys(begun ?? {})).toEqual([
      'team-session.json',
      'task-analysis.json',
      'tasks.json',
      ...['researcher', 'designer', 'developer', 'writer', 'tester'].map((role) => `role-specs/${role}.md`),
      'artifacts/.gitkeep',
      ...['learnings', 'decisions', 'conventions', 'issues'].map((kind) => `wisdom/${kind}.md`),
      'explorations/cache-index.json',
      'discussions/.gitkeep',
      '.msg/messages.jsonl',
      '.msg/meta.json',
    ])
    expect(begun?.['tasks.json']).toBe('[]\n')
    expect(begun?.['wisdom/learnings.md']).toBe('# Learnings\n')
    expect(JSON.parse(begun?.['explorations/cache-index.json'] ?? '')).toEqual({ entries: [] })
  })

  test('D25: team-session.json is active, has its roles, and nobody at work yet', () => {
    expect(json('team-session.json', 'first')).toMatchObject({
      session_id: 'TC-investigate-greeting-made-2026-01-01',
      task_description: job.objective,
      status: 'active',
      pipeline: { dependency_graph: {}, tasks_total: 0, tasks_completed: 0 },
      active_workers: [],
      completed_tasks: [],
      completion_action: 'interactive',
      created_at: expect.stringMatching(/^2026-01-01T/),
    })
  })

  test('D22: every role is registered by the path of its role-spec, and the spec is there', () => {
    const roles = json('team-session.json')['roles'] as readonly { name: string; role_spec: string }[]
    expect(roles.map(({ role_spec }) => role_spec)).toEqual(roles.map(({ name }) => `role-specs/${name}.md`))
    for (const { role_spec } of roles) expect(problemsOfRoleSpec(file(role_spec))).toEqual([])
  })

  test('D17: task-analysis.json is written before anybody works', () => {
    expect(json('task-analysis.json', 'first')).toMatchObject({
      task_description: job.objective,
      needs_research: false,
      complexity: { level: 'high', capability_count: 5 },
    })
  })

  test('D26: dispatching fills the pipeline and its count', () => {
    const dispatched = moments.find(
      (files) => files['tasks.json'] !== undefined && files['tasks.json'] !== '[]\n',
    )
    const session = JSON.parse(dispatched?.['team-session.json'] ?? '') as Values
    expect(session['pipeline']).toMatchObject({ tasks_total: 5, tasks_completed: 0 })
    const tasks = JSON.parse(dispatched?.['tasks.json'] ?? '') as readonly Values[]
    expect(tasks.map(({ id, deps, status }) => [id, deps, status])).toEqual([
      ['RESEARCH-001', [], 'pending'],
      ['DESIGN-001', ['RESEARCH-001'], 'pending'],
      ['IMPL-001', ['DESIGN-001'], 'pending'],
      ['DRAFT-001', ['DESIGN-001', 'IMPL-001'], 'pending'],
      ['TEST-001', ['IMPL-001', 'DRAFT-001'], 'pending'],
    ])
  })

  test('D13, D25: the session names who is at work, and what is completed', () => {
    const midway = moments
      .map((files) => JSON.parse(files['team-session.json'] ?? '{}') as Values)
      .find(({ completed_tasks: done }) => Array.isArray(done) && done.length === 2)
    expect(midway?.['completed_tasks']).toEqual(['RESEARCH-001', 'DESIGN-001'])
    const atWork = moments
      .map(
        (files) => JSON.parse(files['team-session.json'] ?? '{}') as { active_workers?: readonly Values[] },
      )
      .flatMap(({ active_workers: workers = [] }) =>
        workers.map(({ task, role }) => `${String(task)} ${String(role)}`),
      )
    expect([...new Set(atWork)]).toEqual([
      'RESEARCH-001 researcher',
      'DESIGN-001 designer',
      'IMPL-001 developer',
      'DRAFT-001 writer',
      'TEST-001 tester',
      'TEST-001-R1 tester',
    ])
  })

  test('D24: the first message says what the pipeline is, and meta.json has it', () => {
    const pipeline = {
      pipeline_mode: 'high',
      pipeline_stages: ['researcher', 'designer', 'developer', 'writer', 'tester'],
      roles: ['coordinator', 'researcher', 'designer', 'developer', 'writer', 'tester'],
      team_name: 'investigate-greeting-made',
    }
    expect(messages()[0]).toMatchObject({
      id: 'MSG-001',
      from: 'coordinator',
      type: 'state_update',
      data: pipeline,
    })
    expect(json('.msg/meta.json')).toMatchObject(pipeline)
  })

  test('D38: what a role says last stands under its name, with a path and never a text', () => {
    const { role_state: state } = json('.msg/meta.json') as { role_state: Readonly<Record<string, Values>> }
    expect(state['tester']).toEqual({
      status: 'task_complete',
      task_id: 'TEST-001-R1',
      ref: `${FOLDER}/artifacts/TEST-001-R1-test-report.md`,
      key_findings: ['TEST-001-R1 holds.'],
      decisions: ['The short way: It is enough.'],
      files_modified: ['test-farewell.sh'],
      verification: 'tested',
    })
    expect(Object.keys(state)).toEqual(['researcher', 'designer', 'developer', 'writer', 'tester'])
  })

  test('D35, D37: artifacts are named by their task and kept as they were given', () => {
    expect(file('artifacts/DESIGN-001-design-spec.md')).toBe(
      '# The farewell\n\nOne line, as the greeting has it.\n',
    )
    expect(file('artifacts/TEST-001-test-report.md')).toContain('Only that it is there.')
  })

  test('D35: wisdom has what workers learnt, decided, agreed on and warned of, newest last', () => {
    expect(file('wisdom/learnings.md')).toContain('A greeting is one line of plain text')
    expect(file('wisdom/conventions.md')).toContain('Texts for people end with an exclamation mark.')
    const decisions = file('wisdom/decisions.md')
    expect(decisions.indexOf('The short way')).toBeLessThan(decisions.indexOf('One line'))
    expect(file('wisdom/issues.md')).toContain('Warning: Nobody says yet when it is shown.')
  })

  test('D35, D39: what was explored stands in the cache by its angle, with who did it', () => {
    const timestamp = expect.stringMatching(/^2026-01-01T.*Z$/)
    expect(json('explorations/cache-index.json')).toEqual({
      entries: [
        { angle: 'greetings', file: 'explore-greetings.json', created_by: 'RESEARCH-001', timestamp },
      ],
    })
    expect(json('explorations/explore-greetings.json')).toMatchObject({
      angle: 'greetings',
      summary: 'There is one greeting.',
      files: [{ path: 'greeting.txt', note: 'one line' }],
    })
  })

  test('D29, D43: what could not be agreed on is told in the discussions', () => {
    expect(file('discussions/TEST-001.md')).toMatch(
      /HIGH\n\n\[tester\] That the file is there.*\n\nOutcome: revision/,
    )
    expect(file('discussions/DRAFT-001.md')).toContain('Outcome: warned')
  })

  test('D30: the archive leaves a completed session', () => {
    expect(json('team-session.json')['status']).toBe('completed')
    expect(json('team-session.json')['active_workers']).toEqual([])
  })

  test('D7: messages are numbered and only ever added, and wisdom too', () => {
    expect(messages().map(({ id }) => id)).toEqual(
      messages().map((_each, index) => `MSG-${String(index + 1).padStart(3, '0')}`),
    )
    for (const path of [
      '.msg/messages.jsonl',
      'wisdom/learnings.md',
      'wisdom/decisions.md',
      'wisdom/issues.md',
    ]) {
      const texts = moments.flatMap((files) => files[path] ?? [])
      expect(texts.every((text, index) => index === 0 || text.startsWith(texts[index - 1] ?? ''))).toBe(true)
    }
  })

  test('D26: fit their schemas after every single event', () => {
    for (const files of moments) {
      for (const [path, text] of Object.entries(files))
        expect(book.problemWith(`${FOLDER}/${path}`, text)).toBeNull()
    }
    const named = (name: string): string =>
      file({ 'cache-index': 'explorations/cache-index.json', meta: '.msg/meta.json' }[name] ?? `${name}.json`)
    for (const { name, schema } of teamCoordinateSchemas) {
      if (name !== 'message') readFile(schema, name, named(name))
    }
    for (const line of file('.msg/messages.jsonl').trimEnd().split('\n'))
      readFile(messageSchema, 'line', line)
  })
})

describe('an edit of a person', () => {
  test.each([
    [
      'D34: is refused with its line where it is no session',
      'team-session.json',
      '{"session_id": "TC-x", "task_description": "x",\n"status": "over"}',
      /team-session.json:2:.*`status` does not fit/,
    ],
    [
      'D34: is refused where a task has no such status',
      'tasks.json',
      '[{"id": "IMPL-001",\n"status": "maybe"}]',
      /tasks.json:2:.*`0.status`/,
    ],
    [
      'D34: is refused where a role could not work by it',
      'role-specs/tester.md',
      'Test it.\n',
      /no frontmatter/,
    ],
    [
      'D34: is refused where a message is none',
      '.msg/messages.jsonl',
      '\n{"id": "MSG-001"}\n',
      /messages.jsonl \(line 2\).*`ts` is missing/,
    ],
  ])('%s', (_rule, path, text, problem) => {
    expect(book.problemWith(`${FOLDER}/${path}`, text)).toMatch(problem)
  })

  test('D35: may say anything in wisdom and artifacts', () => {
    expect(book.problemWith(`${FOLDER}/wisdom/learnings.md`, 'Anything.')).toBeNull()
  })
})
