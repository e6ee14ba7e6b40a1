import { beforeAll, describe, expect, test } from 'vitest'
import type { RunEvent } from '../../../src/kernel/event.ts'
import type { ProcessPlay } from '../../harness/play-process.ts'
import { scene } from '../../harness/script.ts'
import { report, turnOf } from './team-cast.ts'
import { messagesIn, playTeam, sessionFile, tasksIn, toldIn, workedOn } from './play-team.ts'

const objective =
  'Implement the slug parser in src/slug.ts, then implement the title parser in src/title.ts. Draft the guide in docs/guide.md. Test the parsers.'

const learnt = [
  {
    act: 'tool',
    name: 'wisdom',
    input: { action: 'add', kind: 'convention', text: 'Slugs have no spaces.', evidence: ['README.md'] },
  },
  {
    act: 'tool',
    name: 'exploration',
    input: { action: 'put', angle: 'error-handling', summary: 'Nobody handles errors.' },
  },
  {
    act: 'tool',
    name: 'team_msg',
    input: { operation: 'log', type: 'progress', summary: 'Half of the parser is there.' },
  },
  { act: 'write', path: 'impl-001.txt', text: 'slugs\n' },
] as const

describe('a team at work', () => {
  let played: ProcessPlay
  beforeAll(async () => {
    const files_modified = ['impl-001.txt']
    played = await playTeam({
      objective,
      scenes: [scene({ step: turnOf('IMPL-001') }, [...learnt, ...report('IMPL-001', { files_modified })])],
    })
  })
  const at = (matches: (event: RunEvent) => boolean): number => played.events.findIndex(matches)
  const isFact = (kind: string, name: string) => (event: RunEvent) =>
    event.type === 'fact-recorded' && event.kind === kind && event.name.includes(name)
  const promptOf = (task: string): string =>
    [...played.prompts].find(([step]) => step.startsWith(`execute/${task}@`))?.[1] ?? ''

  test('D1, D4, D6: every task is done by a team_worker with the spec of a role that was made for the job', () => {
    expect(workedOn(played).toSorted()).toEqual(['DRAFT-001', 'IMPL-001', 'IMPL-002', 'TEST-001'])
    for (const prompt of played.prompts.values()) {
      expect(prompt).toMatch(/You are a team_worker, and your role is \w+\./)
      expect(prompt).toContain('role-specs/')
    }
  })

  test('D5: whatever people are told or asked says that the coordinator speaks', () => {
    const said = [
      ...toldIn(played),
      ...[...played.questions.values()].flatMap(({ text }) => text.split('\n')),
    ]
    expect(said.length).toBeGreaterThan(10)
    expect(said.filter((line) => !line.startsWith('[coordinator]'))).toEqual([])
  })

  test('D7: messages out are state_update and task_unblocked, messages in fast_advance and what the role reports', () => {
    const types = (from: string) => [
      ...new Set(messagesIn(played).flatMap((each) => (each.from === from ? [each.type] : []))),
    ]
    expect(types('coordinator').toSorted()).toEqual(['state_update', 'task_unblocked'])
    expect(types('developer')).toEqual(
      expect.arrayContaining(['state_update', 'impl_complete', 'fast_advance', 'progress']),
    )
  })

  test('D8: a change is logged on the bus, then told, and then written into the files', () => {
    const message = at(isFact('team-message', 'IMPL-001@r1/attempt-1/task-done'))
    const told = at(isFact('announced', 'IMPL-001@r1/attempt-1/task-done'))
    const written = at(
      (event) =>
        event.type === 'step-started' &&
        event.step.includes('book/team/execute/IMPL-001@r1/attempt-1/task-done'),
    )
    expect([message, told, written]).toEqual([message, told, written].toSorted((a, b) => a - b))
    expect(message).toBeGreaterThan(-1)
    expect(written).toBeGreaterThan(told)
  })

  test('D20, D23: the session has its folders and files from the start', () => {
    const names = Object.keys(played.files).map((path) => path.replace(/^.*?TC-[^/]+\//, ''))
    expect(names).toEqual(
      expect.arrayContaining([
        'team-session.json',
        'task-analysis.json',
        'tasks.json',
        'role-specs/developer.md',
        'artifacts/.gitkeep',
        'wisdom/learnings.md',
        'wisdom/decisions.md',
        'wisdom/issues.md',
        'explorations/cache-index.json',
        'discussions/.gitkeep',
        '.msg/messages.jsonl',
        '.msg/meta.json',
      ]),
    )
  })

  test('D24: the first message says how the pipeline is made, and meta.json has it', () => {
    expect(messagesIn(played)[0]).toMatchObject({
      id: 'MSG-001',
      from: 'coordinator',
      type: 'state_update',
      summary: 'Session initialized',
    })
    expect(JSON.parse(sessionFile(played, '.msg/meta.json'))).toMatchObject({
      pipeline_stages: ['developer', 'writer', 'tester'],
      roles: ['coordinator', 'developer', 'writer', 'tester'],
      role_state: { developer: { status: 'task_complete', verification: 'self-validated' } },
    })
  })

  test('D22, D25: the session file names the request, the roles with their specs and what is over', () => {
    expect(JSON.parse(sessionFile(played, 'team-session.json'))).toMatchObject({
      session_id: expect.stringMatching(/^TC-.*-2026-01-01$/) as string,
      task_description: objective,
      status: 'completed',
      active_workers: [],
      completion_action: 'interactive',
      completed_tasks: expect.arrayContaining(['IMPL-001', 'TEST-001']) as string[],
      roles: expect.arrayContaining([
        expect.objectContaining({
          name: 'developer',
          role_spec: 'role-specs/developer.md',
          inner_loop: true,
        }),
      ]) as object[],
    })
  })

  test('D27: everything that is ready starts at once, and a role in a loop has one worker', () => {
    const started = (task: string) => at(isFact('task', `${task}@r1/attempt-1/task-working`))
    const ended = (task: string) => at(isFact('task', `${task}@r1/attempt-1/task-done`))
    expect(started('DRAFT-001')).toBeLessThan(ended('IMPL-001'))
    expect(started('IMPL-001')).toBeLessThan(ended('DRAFT-001'))
    expect(started('IMPL-002')).toBeGreaterThan(ended('IMPL-001'))
    expect(started('TEST-001')).toBeGreaterThan(ended('IMPL-002'))
  })

  test('D27: what starts, and who waits for whom, is told', () => {
    expect(toldIn(played).join('\n')).toMatch(/\. TEST-001 \(tester\) after .*IMPL-002/)
  })

  test('D35, D36: a worker is told what there is to know, in its order', () => {
    const prompt = promptOf('IMPL-002')
    const order = [
      '## 1. Session',
      '## 2. State',
      '## 3. Handed on',
      '## 4. Wisdom',
      '## 5. Explored',
      '## 6. Your own',
    ]
    const places = order.map((heading) => prompt.indexOf(heading))
    expect(places).toEqual(places.toSorted((a, b) => a - b))
    expect(places[0]).toBeGreaterThan(-1)
    expect(prompt).toContain('- convention: Slugs have no spaces. (IMPL-001, README.md)')
    expect(prompt).toContain('- decision: The short way: It is enough. (IMPL-001)')
    expect(prompt).toContain('- error-handling (IMPL-001)')
    expect(prompt).toContain('IMPL-001: IMPL-001 is done.')
    expect(prompt).toContain('artifacts/IMPL-001-notes.md')
  })

  test('D36: the state is never left out, not even of the first worker', () => {
    for (const prompt of played.prompts.values())
      expect(prompt).toContain('## 2. State of the team\n- coordinator:')
  })

  test('D37, D38: what a worker hands on lies under its task’s name, and its state refers to it by path', () => {
    expect(sessionFile(played, 'artifacts/IMPL-001-notes.md')).toBe('# IMPL-001\n\nWhat came of it.\n')
    const state = messagesIn(played).find(({ from, type }) => from === 'tester' && type === 'state_update')
    expect(state?.data).toMatchObject({
      status: 'task_complete',
      task_id: 'TEST-001',
      ref: expect.stringMatching(/artifacts\/TEST-001-notes\.md$/) as string,
      key_findings: ['TEST-001 holds.'],
      decisions: ['The short way: It is enough.'],
    })
  })

  test('D39: what was explored is in the cache, by its angle', () => {
    const index = JSON.parse(sessionFile(played, 'explorations/cache-index.json')) as {
      readonly entries: unknown
    }
    expect(index.entries).toMatchObject([
      { angle: 'error-handling', file: 'explore-error-handling.json', created_by: 'IMPL-001' },
    ])
    expect(sessionFile(played, 'explorations/explore-error-handling.json')).toContain(
      'Nobody handles errors.',
    )
  })

  test('D29: the report names deliverables with their roles, the pipeline, roles, duration and session', () => {
    const said = toldIn(played)
    expect(said).toContain('[coordinator] TASK COMPLETE')
    expect(said).toContain('[coordinator]   - IMPL-001-notes.md (developer)')
    expect(said).toContain('[coordinator] Pipeline: 4/4 tasks')
    expect(said).toContain('[coordinator] Roles: developer, writer, tester')
    expect(said.some((line) => line.startsWith('[coordinator] Duration:'))).toBe(true)
    expect(said.some((line) => line.startsWith('[coordinator] Session: .workflow/.team/TC-'))).toBe(true)
    expect(said).toContain('[coordinator] Discussions: none')
    expect(said.some((line) => /^\[coordinator\] Wisdom: [1-9]\d* entries$/.test(line))).toBe(true)
  })

  test('D44: the gates stand after each task and over the whole', () => {
    const tasks = played
      .facts('team-quality')
      .map((value) => (value as { readonly task: string | null }).task)
    expect(new Set(tasks)).toEqual(new Set(['DRAFT-001', 'IMPL-001', 'IMPL-002', 'TEST-001', null]))
  })

  test('D26: every task is written down with its session, and done', () => {
    for (const task of tasksIn(played)) {
      expect(task.description).toContain('Session: .workflow/.team/TC-')
      expect(task.status).toBe('completed')
    }
  })

  test('D32: a worker’s session is closed right after its result, before its work is taken further', () => {
    for (const task of ['IMPL-001', 'IMPL-002', 'DRAFT-001', 'TEST-001']) {
      const closed = at(
        (event) =>
          event.type === 'step-completed' &&
          /\/(?:audit[^/]*|end-session)$/.test(event.step) &&
          event.step.includes(`${task}@`),
      )
      expect(closed).toBeGreaterThan(-1)
      expect(closed).toBeLessThan(at(isFact('task', `${task}@r1/attempt-1/task-done`)))
    }
  })
})
