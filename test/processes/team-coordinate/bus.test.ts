import { describe, expect, test } from 'vitest'
import type { Json } from '../../../src/kernel/json.ts'
import type { BusMessage } from '../../../src/contracts/bus.ts'
import { lookAtBus, roleStateOf } from '../../../src/contracts/bus.ts'
import { judgeCall } from '../../../src/contracts/tool-call.ts'
import { BUS_OPERATIONS, toolInputs } from '../../../src/contracts/tool-inputs.ts'
import { scene } from '../../harness/script.ts'
import { playTeam } from './play-team.ts'
import { report, turnOf } from './team-cast.ts'

const said = (from: string, to: string, type: string, summary: string, data: BusMessage['data'] = null) => ({
  from,
  to,
  type,
  summary,
  data,
})

const bus: readonly BusMessage[] = [
  said('coordinator', 'all', 'state_update', 'begun', { roles: ['writer'] }),
  said('coordinator', 'writer', 'task_unblocked', 'DRAFT-001 is ready'),
  said('writer', 'coordinator', 'state_update', 'half', { scope: 'half', angle: 'a' }),
  said('writer', 'coordinator', 'state_update', 'whole', { scope: 'whole' }),
]

const look = (input: Readonly<Record<string, Json>>, reader = 'writer', messages = bus) =>
  lookAtBus(messages, toolInputs.team_msg.parse(input), reader)

describe('the bus', () => {
  test.each([
    ['D7, D9: list shows what was logged, newest last', { operation: 'list' }, ['MSG-001', 'MSG-004']],
    ['D7: list of a type', { operation: 'list', type: 'task_unblocked' }, ['MSG-002']],
    ['D7: list of the last', { operation: 'list', last: 1 }, ['MSG-004']],
    ['D7: read shows one', { operation: 'read', id: 'MSG-003' }, ['half']],
    ['D7: status counts by type', { operation: 'status' }, ['"total":4', '"state_update":3']],
    ['D9, D38: get_state merges by role', { operation: 'get_state' }, ['"scope":"whole"', '"angle":"a"']],
    [
      'D31: read_mailbox shows what is for whoever looks',
      { operation: 'read_mailbox' },
      ['MSG-001', 'MSG-002'],
    ],
    ['D31: mailbox_status counts it', { operation: 'mailbox_status' }, ['"messages":2', '"last":"MSG-002"']],
  ])('%s', (_name, input, words) => {
    for (const word of words) expect(look(input)).toContain(word)
  })

  test('D31: a mailbox has nothing that is for others', () => {
    expect(look({ operation: 'read_mailbox' })).not.toContain('MSG-003')
  })

  test('D7: twenty are listed unless more are asked for, and never more than a hundred', () => {
    const many = Array.from({ length: 150 }, (_each, at) =>
      said('writer', 'coordinator', 'progress', `p${at}.`),
    )
    expect(look({ operation: 'list' }, 'writer', many).match(/MSG-/g)).toHaveLength(20)
    expect(look({ operation: 'list', last: 100 }, 'writer', many).match(/MSG-/g)).toHaveLength(100)
    expect(judgeCall('team_msg', { operation: 'list', last: 101 })).toMatchObject({ kind: 'refused' })
  })

  test('D38: later updates of a role lie over earlier ones, and under no other role', () => {
    expect(roleStateOf(bus)).toEqual({
      coordinator: { roles: ['writer'] },
      writer: { scope: 'whole', angle: 'a' },
    })
  })

  test('D7: every operation is answered or refused in words', () => {
    for (const operation of BUS_OPERATIONS) {
      const input = { operation, type: 'progress', summary: 'half', id: 'MSG-001' }
      expect(['taken', 'looking', 'refused']).toContain(judgeCall('team_msg', input).kind)
    }
  })

  test.each([
    [
      'D6, D31 impossible: to another worker',
      { operation: 'log', type: 'progress', summary: 'x', to: 'writer' },
    ],
    ['D6, D31 impossible: to everybody', { operation: 'broadcast', type: 'progress', summary: 'x' }],
    ['D8 impossible: taking back what was said', { operation: 'delete', id: 'MSG-001' }],
    ['D8 impossible: emptying the log', { operation: 'clear' }],
    ['D7: a message of no known type', { operation: 'log', type: 'gossip', summary: 'x' }],
    ['D7: a message without words', { operation: 'log', type: 'progress' }],
  ])('%s', (_name, input) => {
    expect(judgeCall('team_msg', input).kind).toBe('refused')
  })
})

describe('what may be reported', () => {
  test('D38 impossible: more than five findings, or one of a hundred characters, is sent back to be repaired', async () => {
    const long = [...Array.from({ length: 5 }, () => 'short'), 'the sixth']
    const played = await playTeam({
      objective: 'Audit the login flow in src/login.ts',
      scenes: [
        scene({ step: '**/turn' }, report('ANALYSIS-001', { key_findings: long })),
        scene({ step: '**/repair-1' }, report('ANALYSIS-001', { key_findings: ['x'.repeat(100)] })),
        scene({ step: '**/repair-2' }, report('ANALYSIS-001')),
      ],
    })
    expect(played.turns.map((step) => step.split('/').at(-1))).toEqual(['turn', 'repair-1', 'repair-2'])
    expect(played.facts('team-result')).toMatchObject([{ status: 'completed' }])
  })

  test('D39 impossible: an angle is changed by nobody but whoever explored it', async () => {
    const put = (summary: string) =>
      ({ act: 'tool', name: 'exploration', input: { action: 'put', angle: 'login', summary } }) as const
    const played = await playTeam({
      objective: 'Design the login flow in docs/login.md, then review the login flow',
      scenes: [
        scene({ step: turnOf('DESIGN-001') }, [put('first'), ...report('DESIGN-001')]),
        scene({ step: turnOf('ANALYSIS-001') }, [put('other'), ...report('ANALYSIS-001')]),
      ],
    })
    const explored = Object.entries(played.files).find(([path]) => path.endsWith('explore-login.json'))
    expect(explored?.[1]).toContain('first')
    expect(explored?.[1]).not.toContain('other')
  })
})
