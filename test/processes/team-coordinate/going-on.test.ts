import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { TestRepository } from '../../fixtures/git-repository.ts'
import type { ProcessPlay } from '../../harness/play-process.ts'
import { makeStage, playProcess } from '../../harness/play-process.ts'
import { halfFinishedSession, SESSION } from './half-finished.ts'
import { halfFinished } from './job.ts'

const FOLDER = `.workflow/.team/${SESSION}`

let repository: TestRepository
let played: ProcessPlay

beforeAll(async () => {
  repository = await makeStage(halfFinished)
  played = await playProcess(repository, halfFinished)
}, 120_000)

afterAll(() => repository.remove())

function file(path: string): string {
  return played.files[`${FOLDER}/${path}`] ?? ''
}

function promptOf(task: string): string {
  return [...played.prompts].find(([step]) => step.startsWith(`execute/${task}@`))?.[1] ?? ''
}

describe('a session of the original that is gone on with', () => {
  test('D12, D13: is finished: what was done is not done again, what was interrupted is', () => {
    expect(played.outcome.status).toBe('completed')
    expect(played.turns.map((step) => step.split('@')[0])).toEqual(['execute/IMPL-001', 'execute/TEST-001'])
    const tasks = JSON.parse(file('tasks.json')) as readonly { id: string; status: string }[]
    expect(tasks.map(({ id, status }) => [id, status])).toEqual([
      ['RESEARCH-001', 'completed'],
      ['IMPL-001', 'completed'],
      ['TEST-001', 'completed'],
    ])
  })

  test('D13: says what was set right, and keeps it with the session', () => {
    const said = played.facts('announced').map((value) => (value as { readonly text: string }).text)
    expect(said.join('\n')).toContain('IMPL-001 was interrupted; it waits again.')
    expect(JSON.parse(file('.msg/meta.json'))).toMatchObject({
      reconciled: ['IMPL-001 was interrupted; it waits again.'],
    })
  })

  test('D13, D21: workers are told the role-specs that came with it', () => {
    expect(promptOf('IMPL-001')).toContain('What the developer of the old session was told.')
    expect(file('role-specs/developer.md')).toBe(halfFinishedSession['role-specs/developer.md'])
  })

  test('D35, D36: workers are given the artifacts, the state, the wisdom and the cache that came with it', () => {
    const prompt = promptOf('IMPL-001')
    expect(prompt).toContain('A greeting is a text file of one line.')
    expect(prompt).toContain('A greeting is a file.')
    expect(prompt).toContain('Greetings end with a newline.')
    expect(prompt).toContain('greetings')
  })

  test('D7, D20, D35: what came with it stays as it was, and what is new comes after it', () => {
    for (const path of ['.msg/messages.jsonl', 'wisdom/learnings.md']) {
      const given = halfFinishedSession[path] ?? 'missing'
      expect(file(path).startsWith(given)).toBe(true)
      expect(file(path).length).toBeGreaterThan(given.length)
    }
    expect(file('.msg/messages.jsonl').split('\n')[3]).toContain('"id":"MSG-004"')
    expect(file('explorations/explore-greetings.json')).toBe(
      halfFinishedSession['explorations/explore-greetings.json'],
    )
    expect(JSON.parse(file('team-session.json'))).toMatchObject({
      session_id: SESSION,
      status: 'completed',
      created_at: '2025-12-31T08:00:00.000Z',
      completed_tasks: ['RESEARCH-001', 'IMPL-001', 'TEST-001'],
    })
  })

  test('D29, D30: ends as the session says, with every deliverable of it', () => {
    expect([...played.questions.keys()]).toEqual([])
    const said = played.facts('announced').map((value) => (value as { readonly text: string }).text)
    const report = said.find((text) => text.includes('TASK COMPLETE')) ?? ''
    expect(report).toContain('RESEARCH-001-research-findings.md (researcher)')
    expect(report).toContain('Pipeline: 3/3 tasks')
  })
})
