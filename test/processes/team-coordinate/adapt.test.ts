import { beforeAll, describe, expect, test } from 'vitest'
import type { ProcessPlay } from '../../harness/play-process.ts'
import { reply, scene } from '../../harness/script.ts'
import { turnOf } from './team-cast.ts'
import { messagesIn, playTeam, sessionFile, tasksIn, workedOn } from './play-team.ts'

const lacks = (missing: string, suggested: string | null) =>
  reply({
    status: 'failed',
    findings: 'It is more than this role can do.',
    capabilityGap: { missing, suggested },
    error: 'stuck',
  })

describe('what nobody in the team can do', () => {
  let played: ProcessPlay
  beforeAll(async () => {
    played = await playTeam({
      objective: 'Implement the slug parser in src/slug.ts',
      scenes: [
        scene({ step: turnOf('IMPL-001', { revision: '1' }) }, lacks('a design of the rules', 'designer')),
      ],
    })
  })

  test('D43: gets a role of its own, its spec and a task, and then the first task goes on', () => {
    expect(workedOn(played)).toEqual(['IMPL-001', 'DESIGN-001', 'IMPL-001'])
    expect(sessionFile(played, 'role-specs/designer.md')).toContain('role: designer')
    expect(tasksIn(played).find(({ id }) => id === 'IMPL-001')?.deps).toEqual(['DESIGN-001'])
    expect(played.outcome).toMatchObject({ status: 'completed' })
  })

  test('D7, D11: the gap is told to the coordinator with what is missing and who says so', () => {
    const gap = messagesIn(played).find(({ type }) => type === 'capability_gap')
    expect(gap).toMatchObject({
      from: 'developer',
      to: 'coordinator',
      data: {
        gap_description: 'a design of the rules',
        requesting_role: 'developer',
        suggested_capability: 'designer',
      },
    })
  })
})

test('D43: what another role covers is that role’s to do', async () => {
  const played = await playTeam({
    objective: 'Implement the slug parser in src/slug.ts and test the parser',
    scenes: [scene({ role: 'developer', step: turnOf('IMPL-001') }, lacks('tests of the parser', 'tester'))],
  })
  expect(played.facts('reassigned')).toMatchObject([
    { task: 'IMPL-001', from: 'developer', to: 'tester', by: 'coordinator' },
  ])
  expect(played.outcome).toMatchObject({ status: 'completed' })
})

const everybody =
  'Investigate the slug rules in docs/slugs.md. Design the parser. Implement the parser in src/slug.ts. Test the parser. Write the guide in docs/guide.md.'

describe('a team of five', () => {
  let played: ProcessPlay
  beforeAll(async () => {
    played = await playTeam({
      objective: everybody,
      scenes: [
        scene({ step: turnOf('RESEARCH-001', { revision: '1' }) }, lacks('a plan of the work', 'planner')),
      ],
    })
  })

  test('D6, D43 impossible: never gets a sixth role; the nearest one takes the work on', () => {
    const session = JSON.parse(sessionFile(played, 'team-session.json')) as {
      readonly roles: readonly unknown[]
    }
    expect(session.roles.length).toBe(5)
    const plan = tasksIn(played).find(({ id }) => id === 'PLAN-001')
    expect(plan?.role).not.toBe('planner')
    expect(plan?.status).toBe('completed')
  })
})

test('D43: what nobody is near to pauses the session until a person decides', async () => {
  const played = await playTeam({
    objective: everybody,
    scenes: [scene({ step: turnOf('RESEARCH-001', { revision: '1' }) }, lacks('a licence key', null))],
  })
  expect(played.outcome).toMatchObject({ status: 'waiting' })
  expect(JSON.parse(sessionFile(played, 'team-session.json'))).toMatchObject({ status: 'paused' })
})
