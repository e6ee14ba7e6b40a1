import { beforeAll, describe, expect, test } from 'vitest'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ProcessPlay } from '../../harness/play-process.ts'
import { reply, scene } from '../../harness/script.ts'
import { report, turnOf } from './team-cast.ts'
import { messagesIn, playTeam, sessionFile, workedOn } from './play-team.ts'

describe('a coordinator that would do the work itself', () => {
  let played: ProcessPlay
  beforeAll(async () => {
    played = await playTeam({
      objective: 'Fix the typo in README.md',
      files: { 'src/secret.ts': 'SECRET-IN-SOURCE\n' },
    })
  })

  test('D1, D2, D3 impossible: nobody takes a turn but the workers of tasks', () => {
    expect(played.turns.length).toBeGreaterThan(0)
    expect(played.turns.filter((step) => !/^execute\/[A-Z]+-\d{3}@r\d+\//.test(step))).toEqual([])
  })

  test('D2, D14 impossible: what stands in the source is in nothing that the coordinator says, asks or writes', () => {
    const spoken = JSON.stringify([played.facts('announced'), [...played.questions.values()], played.files])
    expect(spoken).not.toContain('SECRET-IN-SOURCE')
    for (const prompt of played.prompts.values()) expect(prompt).not.toContain('SECRET-IN-SOURCE')
  })

  test('D4 impossible: even one file and one role is given to a worker', () => {
    expect(workedOn(played)).toEqual(['IMPL-001'])
    expect(sessionFile(played, 'role-specs/developer.md')).toContain('role: developer')
  })
})

test('D2, D10 impossible: the process itself can reach no file, no command and no clock', () => {
  const folders = ['src/playbooks/team-coordinate', 'src/records/team-coordinate']
  const texts = folders.flatMap((folder) =>
    readdirSync(folder)
      .filter((file) => file.endsWith('.ts'))
      .map((file) => readFileSync(join(folder, file), 'utf8')),
  )
  expect(texts.length).toBeGreaterThan(20)
  for (const text of texts) {
    expect(text).not.toMatch(
      /from 'node:|Date\.now|Math\.random|world\.(?:commands|repository|agents|workspaces)/,
    )
  }
})

test('D6 impossible: no worker can change what another has handed on', async () => {
  const path = '.workflow/.team/TC-design-slug-rule-2026-01-01/artifacts/DESIGN-001-notes.md'
  const played = await playTeam({
    objective: 'Design the slug rules in docs/slugs.md, then implement the slug parser in src/slug.ts',
    scenes: [
      scene({ step: turnOf('IMPL-001') }, [
        { act: 'write', path, text: 'It was me.\n' },
        { act: 'write', path: 'impl-001.txt', text: 'x\n' },
        ...report('IMPL-001', { files_modified: ['impl-001.txt'] }),
      ]),
    ],
  })
  expect(Object.keys(played.files)).toContain(path)
  expect(sessionFile(played, 'artifacts/DESIGN-001-notes.md')).toBe('# DESIGN-001\n\nWhat came of it.\n')
})

test('D2 impossible: a worker whose work is a document cannot leave a change in the project', async () => {
  const played = await playTeam({
    objective: 'Audit the login flow in src/login.ts',
    scenes: [
      scene({ step: turnOf('ANALYSIS-001') }, [
        { act: 'write', path: 'impl-001.txt', text: 'sneaked in\n' },
        ...report('ANALYSIS-001'),
      ]),
    ],
  })
  expect(played.outcome).toMatchObject({ status: 'completed' })
  expect(await played.delivered('impl-001.txt')).toBeNull()
  expect(played.facts('finding')).toMatchObject([{ task: 'ANALYSIS-001', action: 'undone' }])
})

test('D6, D31 impossible: a worker reaches nobody but the coordinator, and takes nothing back', async () => {
  const call = (input: Readonly<Record<string, string>>) =>
    ({ act: 'tool', name: 'team_msg', input }) as const
  const played = await playTeam({
    objective: 'Audit the login flow in src/login.ts',
    scenes: [
      scene({ step: turnOf('ANALYSIS-001') }, [
        call({ operation: 'log', type: 'error', summary: 'to another', to: 'developer' }),
        call({ operation: 'broadcast', type: 'error', summary: 'to all' }),
        call({ operation: 'clear' }),
        call({ operation: 'delete', id: 'MSG-001' }),
        call({ operation: 'log', type: 'blocker', summary: 'to the coordinator' }),
        ...report('ANALYSIS-001'),
      ]),
    ],
  })
  const messages = messagesIn(played)
  expect(messages.filter(({ from }) => from === 'analyst').every(({ to }) => to === 'coordinator')).toBe(true)
  const summaries = messages.map(({ summary }) => summary)
  expect(summaries).toContain('to the coordinator')
  expect(summaries).not.toContain('to another')
  expect(summaries).not.toContain('to all')
  expect(messages[0]).toMatchObject({ id: 'MSG-001', summary: 'Session initialized' })
})

test('D6 impossible: no other kind of agent is called, not even for a failure', async () => {
  const failed = reply({ status: 'failed', findings: 'No.', error: 'no' })
  const played = await playTeam({
    objective: 'Audit the login flow in src/login.ts',
    scenes: [scene({ step: turnOf('ANALYSIS-001') }, failed)],
  })
  expect(played.outcome).toMatchObject({ status: 'waiting' })
  for (const prompt of played.prompts.values()) expect(prompt).toContain('You are a team_worker')
})
