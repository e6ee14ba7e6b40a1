import { expect, test } from 'vitest'
import type { RunPolicy } from '../../../src/policy/run-policy.ts'
import { playTeam, sessionFile, toldIn } from './play-team.ts'

const objective = 'Audit the login flow in src/login.ts'

const completing = (completion: 'auto_archive' | 'auto_keep') => (policy: RunPolicy) => ({
  ...policy,
  process: { ...policy.process, team: { ...policy.process.team, completion } },
})

test.each([
  ['D30: an archived session is completed', 'archive', 'completed'],
  ['D30: a session that is kept can be gone on with', 'keep', 'paused'],
])('%s', async (_name, option, status) => {
  const played = await playTeam({
    objective,
    answer: (name) => (name.endsWith('/completion') ? { option } : null),
  })
  expect([...played.questions.values()].at(-1)?.options.map(({ label }) => label)).toEqual([
    'Archive',
    'Keep',
    'Export',
  ])
  expect(JSON.parse(sessionFile(played, 'team-session.json'))).toMatchObject({ status })
})

test.each([
  ['D30: auto_archive asks nobody', 'auto_archive', 'completed'],
  ['D30: auto_keep asks nobody', 'auto_keep', 'paused'],
] as const)('%s', async (_name, completion, status) => {
  const played = await playTeam({ objective, policy: completing(completion) })
  expect(played.questions.size).toBe(0)
  expect(JSON.parse(sessionFile(played, 'team-session.json'))).toMatchObject({
    status,
    completion_action: completion,
  })
})

test('D30: what is exported lies in the folder that was named', async () => {
  const played = await playTeam({
    objective,
    answer: (name) => {
      if (name.endsWith('/completion')) return { option: 'export' }
      return name.endsWith('/export-to') ? { text: 'docs/audit' } : null
    },
  })
  expect(played.files['docs/audit/ANALYSIS-001-notes.md']).toContain('# ANALYSIS-001')
  expect(JSON.parse(sessionFile(played, 'team-session.json'))).toMatchObject({ status: 'completed' })
})

test('D34: a completion that fails keeps the session active, with a warning, and loses nothing', async () => {
  const played = await playTeam({
    objective,
    answer: (name) => {
      if (name.endsWith('/completion')) return { option: 'export' }
      return name.endsWith('/export-to') ? { text: '../elsewhere' } : null
    },
  })
  expect(played.outcome).toMatchObject({ status: 'completed' })
  expect(JSON.parse(sessionFile(played, 'team-session.json'))).toMatchObject({ status: 'active' })
  expect(toldIn(played).join('\n')).toContain('kept active. Warning: Nothing was exported')
})
