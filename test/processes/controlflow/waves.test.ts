import { beforeAll, describe, expect, it } from 'vitest'
import type { Act, Scene } from '../../../src/adapters/agents/scripted/script.ts'
import type { RunPolicy } from '../../../src/policy/run-policy.ts'
import { scene } from '../../harness/script.ts'
import type { CastTask } from '../../stories/cast.ts'
import { done, says, write } from '../../stories/cast.ts'
import type { FlowPlay } from './play-controlflow.ts'
import { LONG, playFlow, playPlanning } from './play-controlflow.ts'

function inWave(wave: number, ...ids: readonly string[]): readonly CastTask[] {
  return ids.map((id) => ({ id, more: { wave } }))
}

/** Everybody at work on these phases asks a person and stays there: whoever could start has started. */
function stuck(...ids: readonly string[]): readonly Scene[] {
  const acts = says('failed', 'Somebody must look.', { failure: 'escalate' })
  return ids.map((id) => scene({ step: `execute/${id}@*/attempt-*/implement**` }, acts))
}

function started({ facts }: FlowPlay): readonly string[] {
  const told = facts('task') as unknown as readonly { readonly task: string; readonly state: string }[]
  return told.filter(({ state }) => state === 'working').map(({ task }) => task)
}

/** Where in the journal a phase came to be in a state. */
function when({ events }: FlowPlay, task: string, state: string): number {
  return events.findIndex(
    (event) =>
      event.type === 'fact-recorded' &&
      event.kind === 'task' &&
      (event.value as { readonly task: string; readonly state: string }).task === task &&
      (event.value as { readonly task: string; readonly state: string }).state === state,
  )
}

describe('two waves', () => {
  let play: FlowPlay
  beforeAll(async () => {
    const tasks = [...inWave(1, 'T1', 'T2'), ...inWave(2, 'T3')]
    play = await playFlow({
      tier: 'small',
      tasks,
      answer: (name) => (name === 'execute/wave-2-r1/approve' ? { option: 'details' } : null),
    })
  }, LONG)

  it('C40: the phases of a wave are at work together, and the next one waits for all of them', () => {
    expect(when(play, 'T1', 'working')).toBeLessThan(when(play, 'T2', 'done'))
    expect(when(play, 'T2', 'working')).toBeLessThan(when(play, 'T1', 'done'))
    expect(started(play).slice(0, 2).toSorted()).toEqual(['T1', 'T2'])
  })

  it('C48: each wave is asked about once, in these words', () => {
    expect(play.questions.get('execute/wave-1-r1/approve')).toMatchObject({
      kind: 'approval',
      text: 'Wave 1: 2 phases, agents: [CoreImplementer-subagent]. Approve all? (y/n/details)',
    })
  })

  it('C48: whoever wants details gets them and is asked again, before anything starts', () => {
    expect(play.outcome.status).toBe('waiting')
    expect(play.questions.get('execute/wave-2-r1/approve-details')?.text).toContain('T3.txt')
    expect(started(play)).not.toContain('T3')
  })
})

describe('waves that meet trouble', () => {
  it(
    'C40: a failure is settled before the next wave is even asked about',
    async () => {
      const tasks = [...inWave(1, 'T1', 'T2'), ...inWave(2, 'T3')]
      const play = await playFlow({ tier: 'small', tasks, first: stuck('T1') })
      expect(play.outcome.status).toBe('waiting')
      expect([...play.questions.keys()].at(-1)).toBe('execute/T1@r1/exhausted-1')
      expect(play.questions.has('execute/wave-2-r1/approve')).toBe(false)
      expect(when(play, 'T2', 'done')).toBeGreaterThan(0)
    },
    LONG,
  )

  it(
    'C38 impossible: an eleventh phase is not begun while ten are at work',
    async () => {
      const ids = Array.from({ length: 11 }, (_, index) => `T${index + 1}`)
      const planning = (own: RunPolicy): RunPolicy => ({
        ...own,
        process: { ...own.process, planning: { ...own.process.planning, mostTasks: 11 } },
      })
      const play = await playFlow({
        tier: 'small',
        tasks: inWave(1, ...ids),
        first: stuck(...ids),
        policy: planning,
      })
      expect(started(play)).toHaveLength(10)
    },
    LONG,
  )

  it(
    'C38 impossible: two phases that write the same file are not at work at once',
    async () => {
      const shared = (id: string): CastTask => ({
        id,
        writes: { 'shared.txt': `${id}\n` },
        more: { wave: 1, writeSet: ['shared.txt'], conflicts: id === 'T1' ? ['T2'] : [] },
      })
      const play = await playFlow({
        tier: 'trivial',
        tasks: [shared('T1'), shared('T2')],
        first: stuck('T1'),
      })
      expect(started(play)).toEqual(['T1'])
    },
    LONG,
  )

  const away: readonly Act[] = [{ act: 'crash', code: 1 }]

  it.each<[string, number, readonly string[], number]>([
    ['C44: two agents that fail for a while halve the waves that follow', 10, ['T1', 'T2'], 5],
    ['C44: half of five is three', 5, ['T1', 'T2'], 3],
    ['C44: one that fails changes nothing, though it fails twice', 5, ['T1'], 5],
  ])(
    '%s',
    async (_rule, parallel, failing, expected) => {
      const ids = Array.from({ length: 6 }, (_, index) => `L${index + 1}`)
      const play = await playFlow({
        tier: 'small',
        tasks: [...inWave(1, 'T1', 'T2'), ...inWave(2, ...ids)],
        first: [
          ...failing.map((id) =>
            scene({ step: `/execute\\/${id}@.*\\/try-${failing.length === 1 ? '[12]' : '1'}\\//` }, away),
          ),
          ...stuck(...ids),
        ],
        policy: (own) => ({ ...own, parallel }),
      })
      expect(started(play).filter((id) => id.startsWith('L'))).toHaveLength(expected)
    },
    LONG,
  )

  it.each<[string, string, string]>([
    [
      'C48: where one phase can destroy something, every phase is asked about by itself',
      'implementer',
      'Drop table users.',
    ],
    ['C48: so it is where one takes effect in production', 'platform-engineer', 'Deploy it to production.'],
  ])(
    '%s',
    async (_rule, role, description) => {
      const harm: CastTask = { id: 'T1', role, more: { wave: 1, description } }
      const play = await playPlanning({
        tier: 'trivial',
        tasks: [harm, ...inWave(1, 'T2')],
        answer: (name) => (name.endsWith('/approve-T2') ? { option: 'reject' } : { option: 'approve' }),
      })
      const names = [...play.questions.keys()].filter((name) => name.startsWith('execute/'))
      expect(names).toEqual(['execute/wave-1-r1/approve-T1', 'execute/wave-1-r1/approve-T2'])
      expect(play.questions.get('execute/wave-1-r1/approve-T1')).toMatchObject({ kind: 'choice' })
      expect(started(play)).toEqual([])
    },
    LONG,
  )
})

it(
  'C38: the conductor writes nothing itself: all that is delivered was written by agents, or is a file of the process',
  async () => {
    const first = [
      scene({ step: 'execute/T1@*/attempt-*/implement**' }, [write('T1.txt', 'by an agent\n'), ...done]),
    ]
    const play = await playFlow({ tier: 'trivial', tasks: [{ id: 'T1' }], first })
    expect(play.text['T1.txt']).toBe('by an agent')
    const written = play.events.flatMap((event) =>
      event.type === 'fact-recorded' && event.kind === 'file'
        ? [(event.value as { readonly path: string }).path]
        : [],
    )
    expect(written.filter((path) => !/^(?:plans\/|NOTES\.md$)/.test(path))).toEqual([])
  },
  LONG,
)
