import { beforeAll, describe, expect, test } from 'vitest'
import { teamCheck } from '../../../src/protocol/team-check.ts'
import { renderTeamCheck } from '../../../src/surfaces/cli/render-team-check.ts'
import type { ProcessPlay } from '../../harness/play-process.ts'
import { scene } from '../../harness/script.ts'
import { playTeam, sessionFile, workedOn } from './play-team.ts'
import { report, turnOf } from './team-cast.ts'

const log = (type: string, summary: string) =>
  ({ act: 'tool', name: 'team_msg', input: { operation: 'log', type, summary } }) as const

describe('a check of a team', () => {
  let played: ProcessPlay
  beforeAll(async () => {
    played = await playTeam({
      objective:
        'Design the slug rules in docs/slugs.md, then implement the slug parser in src/slug.ts and test the parser',
      scenes: [
        scene({ step: turnOf('DESIGN-001') }, [
          ...Array.from({ length: 60 }, (_each, at) => log('progress', `step ${at}`)),
          ...Array.from({ length: 12 }, (_each, at) => log('blocker', `stone ${at}`)),
          ...report('DESIGN-001'),
        ]),
        scene({ step: turnOf('IMPL-001') }, [{ act: 'hang' }]),
      ],
    })
  })

  test('D11, D28: shows each task by its icon, the last fifty of progress and the last ten blockers', () => {
    const check = teamCheck(played.events)
    expect(check?.tasks.map(({ id, icon }) => [id, icon])).toEqual([
      ['DESIGN-001', 'done'],
      ['IMPL-001', '✗'],
      ['TEST-001', '.'],
    ])
    expect(check?.progress).toHaveLength(50)
    expect(check?.progress.at(-1)).toBe('designer: step 59')
    expect(check?.blockers).toHaveLength(10)
    expect(check?.blockers.join(' ')).toContain('stone 11')
  })

  test('D5: says who speaks in every line', () => {
    const check = teamCheck(played.events)
    const lines = check === null ? [] : renderTeamCheck(check)
    expect(lines[0]).toBe('[coordinator] Pipeline: 1/3 tasks')
    expect(lines.filter((line) => !line.startsWith('[coordinator] '))).toEqual([])
  })

  test('D11, D28 impossible: looking changes nothing, for it has the journal and no hands', () => {
    const before = JSON.stringify(played.events)
    teamCheck(played.events)
    expect(JSON.stringify(played.events)).toBe(before)
    expect(teamCheck([])).toBeNull()
  })

  test('D20, D25: everything in the session is named from the root of the project', () => {
    const written = ['team-session.json', 'tasks.json', 'task-analysis.json', '.msg/messages.jsonl']
    for (const path of written)
      expect(sessionFile(played, path)).not.toMatch(/"\/(?:home|tmp|root|var|Users)\//)
    expect(sessionFile(played, 'tasks.json')).toContain('Session: .workflow/.team/TC-')
  })
})

describe('a worker that is silent', () => {
  test('D31, D33: is asked in its own session where it stands, then to finish, and then counts as it replies', async () => {
    const played = await playTeam({
      objective: 'Audit the login flow in src/login.ts',
      scenes: [
        scene({ prompt: 'Your time is up' }, report('ANALYSIS-001')),
        scene({ step: turnOf('ANALYSIS-001') }, [{ act: 'stall' }]),
      ],
    })
    expect(played.outcome).toMatchObject({ status: 'completed' })
    expect(workedOn(played)).toEqual(['ANALYSIS-001', 'ANALYSIS-001', 'ANALYSIS-001'])
    expect(new Set(played.turns).size).toBe(1)
  })

  test('D33: one that works aloud has thirty minutes, and is not asked before', async () => {
    const ponder = (minutes: number) =>
      scene({ step: turnOf('ANALYSIS-001') }, [
        { act: 'ponder', ms: minutes * 60_000, everyMs: 60_000 },
        ...report('ANALYSIS-001'),
      ])
    const within = await playTeam({ objective: 'Audit the login flow in src/login.ts', scenes: [ponder(29)] })
    expect(within.outcome).toMatchObject({ status: 'completed' })
    expect(within.turns).toHaveLength(1)
    const beyond = await playTeam({ objective: 'Audit the login flow in src/login.ts', scenes: [ponder(31)] })
    expect(beyond.turns.length).toBeGreaterThan(1)
  })
})
