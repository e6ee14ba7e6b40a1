import { describe, expect, test } from 'vitest'
import { RunFailure } from '../../../src/kernel/failure.ts'
import { teamCoordinateImporter } from '../../../src/records/team-coordinate/importer.ts'
import type { TeamSession } from '../../../src/records/team-coordinate/read-session.ts'
import { readSession } from '../../../src/records/team-coordinate/read-session.ts'
import { halfFinishedSession, SESSION } from './half-finished.ts'

const FOLDER = `.workflow/.team/${SESSION}`

type Files = Readonly<Record<string, string | null>>

/** The session with some files changed or taken away. */
function given(changes: Files = {}, path = FOLDER): Parameters<typeof readSession>[0] {
  const files = Object.entries({ ...halfFinishedSession, ...changes })
  return { path, files: files.flatMap(([name, text]) => (text === null ? [] : [{ path: name, text }])) }
}

function read(changes: Files = {}): TeamSession {
  return readSession(given(changes))
}

function statusesOf({ tasks }: TeamSession): Readonly<Record<string, string>> {
  return Object.fromEntries(tasks.map(({ id, status }) => [id, status]))
}

type Item = Readonly<Record<string, unknown>>

function editTasks(change: (tasks: readonly Item[]) => readonly Item[]): Files {
  return { 'tasks.json': JSON.stringify(change(JSON.parse(halfFinishedSession['tasks.json'] ?? ''))) }
}

function editTask(id: string, change: Item): Files {
  return editTasks((tasks) => tasks.map((task) => (task['id'] === id ? { ...task, ...change } : task)))
}

function editSession(change: Item): Files {
  return {
    'team-session.json': JSON.stringify({
      ...JSON.parse(halfFinishedSession['team-session.json'] ?? ''),
      ...change,
    }),
  }
}

function refusal(changes: Files): string {
  try {
    read(changes)
    return 'It was read.'
  } catch (thrown) {
    if (thrown instanceof RunFailure && thrown.code === 'bad-input') return thrown.message
    throw thrown
  }
}

describe('a session that is gone on with', () => {
  test('D12, D13: keeps what is done, and begins again what was interrupted', () => {
    const session = read()
    expect(session.id).toBe(SESSION)
    expect(session.objective).toBe(
      'Investigate how greetings are made, implement a farewell page and test it',
    )
    expect(statusesOf(session)).toEqual({
      'RESEARCH-001': 'completed',
      'IMPL-001': 'pending',
      'TEST-001': 'pending',
    })
    expect(session.changes).toEqual(['IMPL-001 was interrupted; it waits again.'])
    expect(session.completionAction).toBe('auto_archive')
  })

  test('D13: tasks.json is the truth, and the session learns from it', () => {
    const session = read({ ...editTask('IMPL-001', { status: 'completed' }) })
    expect(statusesOf(session)['IMPL-001']).toBe('completed')
    expect(session.changes).toEqual(['IMPL-001 is completed, which the session did not know.'])
  })

  test('D8, D13: what the session knows to be completed is, for tasks.json is written last', () => {
    const session = read(editSession({ completed_tasks: ['RESEARCH-001', 'IMPL-001'] }))
    expect(statusesOf(session)['IMPL-001']).toBe('completed')
    expect(session.changes).toEqual(['IMPL-001 was completed, which tasks.json did not know.'])
  })

  test.each(['failed', 'timed_out'])(
    'D13: a task that %s is tried again, whatever the session says',
    (status) => {
      const session = read({
        ...editTask('IMPL-001', { status, error: 'It broke.' }),
        ...editSession({ completed_tasks: ['RESEARCH-001', 'IMPL-001'] }),
      })
      expect(statusesOf(session)['IMPL-001']).toBe('pending')
      expect(session.changes[0]).toContain('(It broke.); it is tried again.')
    },
  )

  test('D13: a task that a worker began for another, and nobody followed, waits again', () => {
    const session = read(editSession({ active_workers: [] }))
    expect(statusesOf(session)['IMPL-001']).toBe('pending')
    expect(session.changes).toEqual([
      'IMPL-001 was begun by a fast advance that nobody followed; it waits again.',
    ])
  })

  test('D13: missing tasks and deps are made again from the graph', () => {
    const session = read(
      editTasks((tasks) =>
        tasks.slice(0, 2).map((task) => (task['id'] === 'IMPL-001' ? { ...task, deps: [] } : task)),
      ),
    )
    expect(session.tasks.map(({ id, deps }) => [id, deps])).toEqual([
      ['RESEARCH-001', []],
      ['IMPL-001', ['RESEARCH-001']],
      ['TEST-001', ['IMPL-001']],
    ])
    expect(session.tasks[2]?.description).toContain(`Session: .workflow/.team/${SESSION}`)
    expect(session.changes.join(' ')).toMatch(/IMPL-001 waits for RESEARCH-001 again.*TEST-001 was created/)
  })

  test.each(['TC-../../../src', '../../src', '/etc', 'TC-a\nb', 'TC-a/b', 'TC-', ''])(
    'D12, D13: a session never calls itself a place elsewhere: %j',
    (id) => {
      const session = read(editSession({ session_id: id }))
      expect(session.id).toBe(SESSION)
      expect(session.changes.join('\n')).toContain('must be the name of a session folder')
    },
  )

  test('D13: a task that is not in the graph stays, and a second one of its name does not', () => {
    const revision = { id: 'IMPL-001-R1', title: 'Once more', deps: ['IMPL-001'], role: 'developer' }
    const session = read(editTasks((tasks) => [...tasks, revision, { ...revision, title: 'Twice' }]))
    expect(session.tasks.map(({ id, title }) => [id, title])[3]).toEqual(['IMPL-001-R1', 'Once more'])
    expect(session.analysis.dependency_graph['IMPL-001-R1']).toMatchObject({ blockedBy: ['IMPL-001'] })
    expect(session.changes).toContain('IMPL-001-R1 was there twice; the first one counts.')
  })

  test('D13, D21: role-specs stay as they were given; one that is missing or unfit is composed anew', () => {
    expect(
      read()
        .specs.map(({ text }) => text)
        .join(''),
    ).toContain('What the developer of the old session was told.')
    const session = read({ 'role-specs/developer.md': null, 'role-specs/tester.md': 'Test it.\n' })
    expect(session.specs.map(({ text }) => text.includes('the old session'))).toEqual([true, false, false])
    expect(session.changes.filter((change) => change.includes('composed anew'))).toHaveLength(2)
  })

  test.each([
    ['with blockedBy', { role: 'developer', blockedBy: ['RESEARCH-001'], priority: 'P1' }],
    ['with depends_on', { role: 'developer', depends_on: ['RESEARCH-001'] }],
    ['as a list', ['RESEARCH-001']],
  ])('D13, D42: a graph %s is understood', (_how, node) => {
    const analysis = JSON.parse(halfFinishedSession['task-analysis.json'] ?? '')
    const graph = { ...analysis.dependency_graph, 'IMPL-001': node }
    const session = read({ 'task-analysis.json': JSON.stringify({ ...analysis, dependency_graph: graph }) })
    expect(session.analysis.dependency_graph['IMPL-001']).toMatchObject({
      role: 'developer',
      blockedBy: ['RESEARCH-001'],
    })
  })
})

describe('a session that was damaged', () => {
  test.each(['team-session.json', 'task-analysis.json', 'tasks.json'])(
    'D34: without %s it is made again from the rest',
    (name) => {
      for (const text of [null, '{"cut off": [', '\0', '[1, 2]']) {
        const session = read({ [name]: text })
        expect(session.changes.join('\n')).toContain(name)
        expect(session.tasks.map(({ id, role, deps }) => [id, role, deps])).toEqual([
          ['RESEARCH-001', 'researcher', []],
          ['IMPL-001', 'developer', ['RESEARCH-001']],
          ['TEST-001', 'tester', ['IMPL-001']],
        ])
        // Nothing that was done is done again, and nothing that was not counts as done.
        expect(statusesOf(session)).toEqual({
          'RESEARCH-001': 'completed',
          'IMPL-001': 'pending',
          'TEST-001': 'pending',
        })
      }
    },
  )

  test.each([
    [
      'D34: where nothing is left',
      { 'team-session.json': '{', 'task-analysis.json': null, 'tasks.json': null },
      /team-session.json:1:.*repair that file, or start a new run/s,
    ],
    [
      'D13, D34: a circle halts it',
      editTask('RESEARCH-001', { deps: ['TEST-001'] }),
      /tasks.json: RESEARCH-001 waits for TEST-001/,
    ],
    [
      'D13: a dep that nobody knows halts it',
      editTask('TEST-001', { deps: ['PLAN-007'] }),
      /TEST-001 waits for PLAN-007, which is not there/,
    ],
    [
      'D12: a completed session is not gone on with',
      editSession({ status: 'completed' }),
      /is completed; only an active or paused session/,
    ],
  ])('%s, in one sentence that says what to do', (_rule, changes: Files, message) => {
    expect(refusal(changes)).toMatch(message)
    expect(refusal(changes)).toContain(FOLDER)
  })
})

describe('whose files they are', () => {
  const session = given()
  const under = (folder: string) =>
    session.files.map(({ path, text }) => ({ path: `${folder}/${path}`, text }))

  test.each([
    ['the folder of a session', FOLDER, session.files],
    ['the folder with it', '.workflow/.team', under(SESSION)],
    ['the whole workflow', '.workflow', under(`.team/${SESSION}`)],
    ['its file', `${FOLDER}/team-session.json`, session.files.slice(0, 1)],
    ['a copy under another name', '/tmp/copy', session.files],
  ])('D12: %s is recognised, and its objective is found', (_what, path, files) => {
    const named = { path, files: [...files] }
    expect(teamCoordinateImporter.recognises(named)).toBe(true)
    expect(teamCoordinateImporter.objectiveOf(named)).toContain('implement a farewell page')
  })

  test.each([
    ['nothing', []],
    ['another process', [{ path: 'plan.yaml', text: 'plan_id: x' }]],
    ['tasks of somebody else', [{ path: 'tasks.json', text: '[]' }]],
    ['rubbish', [{ path: 'team-session.json', text: '\0{' }]],
  ])('D12: %s is not', (_what, files) => {
    expect(teamCoordinateImporter.recognises({ path: 'somewhere', files })).toBe(false)
  })
})
