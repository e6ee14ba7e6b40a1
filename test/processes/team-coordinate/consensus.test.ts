import { beforeAll, describe, expect, test } from 'vitest'
import type { ProcessPlay } from '../../harness/play-process.ts'
import { scene } from '../../harness/script.ts'
import { report, turnOf } from './team-cast.ts'
import { messagesIn, playTeam, sessionFile, tasksIn, workedOn } from './play-team.ts'

const objective = 'Design the slug rules in docs/slugs.md, then implement the slug parser in src/slug.ts'

const blocked = (level: string) => ({ consensus: { level, about: 'The rules contradict the links.' } })

describe('a verdict that blocks', () => {
  let played: ProcessPlay
  beforeAll(async () => {
    const first = scene({ step: turnOf('DESIGN-001') }, report('DESIGN-001', blocked('HIGH')))
    played = await playTeam({ objective, scenes: [first] })
  })

  test('D6, D43: HIGH makes one task of revision, before everything that waits', () => {
    expect(workedOn(played)).toEqual(['DESIGN-001', 'DESIGN-001-R1', 'IMPL-001'])
    expect(tasksIn(played).map(({ id, deps, status }) => [id, deps, status])).toContainEqual([
      'DESIGN-001-R1',
      ['DESIGN-001'],
      'completed',
    ])
    expect(tasksIn(played).find(({ id }) => id === 'IMPL-001')?.deps).toContain('DESIGN-001-R1')
  })

  test('D7, D43: it is on the bus, and discussed where people find it', () => {
    expect(messagesIn(played).map(({ type }) => type)).toContain('consensus_blocked')
    expect(sessionFile(played, 'discussions/DESIGN-001.md')).toContain('The rules contradict the links.')
  })

  test('D43: the revision is told what it is about', () => {
    const revision = tasksIn(played).find(({ id }) => id === 'DESIGN-001-R1')
    expect(revision?.description).toContain('The rules contradict the links.')
  })
})

test('D6 impossible: nobody but a person goes on over a verdict that blocks again', async () => {
  const always = ['DESIGN-001', 'DESIGN-001-R1'].map((id) =>
    scene({ step: turnOf(id) }, report(id, blocked('HIGH'))),
  )
  const played = await playTeam({ objective, scenes: always })
  expect(played.outcome).toMatchObject({ status: 'waiting' })
  expect(workedOn(played)).not.toContain('IMPL-001')
  expect(JSON.parse(sessionFile(played, 'team-session.json'))).toMatchObject({ status: 'paused' })
  const [name = '', ask] = [...played.questions].at(-1) ?? []
  expect(name).toContain('verdict/DESIGN-001-R1')
  expect(ask?.assumable ?? false).toBe(false)
})

test('D6, D43: a person may go on over it, and that is written down', async () => {
  const always = ['DESIGN-001', 'DESIGN-001-R1'].map((id) =>
    scene({ step: turnOf(id) }, report(id, blocked('HIGH'))),
  )
  const played = await playTeam({
    objective,
    scenes: always,
    answer: (name) => (name.includes('verdict/') ? { option: 'override', by: 'Ada' } : null),
  })
  expect(played.outcome).toMatchObject({ status: 'completed' })
  expect(workedOn(played).at(-1)).toBe('IMPL-001')
  expect(sessionFile(played, 'discussions/DESIGN-001-R1.md')).toContain('overridden, by Ada')
})

test('D43: MEDIUM is a warning among the issues, LOW is noted, and both go on', async () => {
  const played = await playTeam({
    objective,
    scenes: [
      scene({ step: turnOf('DESIGN-001') }, report('DESIGN-001', blocked('MEDIUM'))),
      scene({ step: turnOf('IMPL-001') }, [
        { act: 'write', path: 'impl-001.txt', text: 'x\n' },
        ...report('IMPL-001', { ...blocked('LOW'), files_modified: ['impl-001.txt'] }),
      ]),
    ],
  })
  expect(workedOn(played)).toEqual(['DESIGN-001', 'IMPL-001'])
  expect(sessionFile(played, 'wisdom/issues.md')).toContain('MEDIUM: The rules contradict the links.')
  expect(played.facts('team-consensus')).toMatchObject([{ outcome: 'warned' }, { outcome: 'noted' }])
})
