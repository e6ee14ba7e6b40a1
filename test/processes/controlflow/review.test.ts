import { beforeAll, describe, expect, it } from 'vitest'
import type { Act, Scene } from '../../../src/adapters/agents/scripted/script.ts'
import type { RunPolicy } from '../../../src/policy/run-policy.ts'
import type { Tier } from '../../../src/policy/tier.ts'
import type { ReviewFact } from '../../../src/stages/facts.ts'
import { reply, scene } from '../../harness/script.ts'
import type { CastTask } from '../../stories/cast.ts'
import { done, inspected, issue, says, write } from '../../stories/cast.ts'
import type { FlowPlay } from './play-controlflow.ts'
import { LONG, playFlow, tasksOf } from './play-controlflow.ts'

const reviews = ({ facts }: FlowPlay): readonly ReviewFact[] => facts('reviewed') as unknown as ReviewFact[]

function review(step: string, ...acts: Parameters<typeof inspected>): Scene {
  return scene({ role: 'reviewer', step }, reply(inspected(...acts)))
}

const trivial = { tier: 'trivial', tasks: tasksOf('T1') } as const

describe('the review of a phase', () => {
  it(
    'C32, C37: is there in the smallest job, of the files that were changed, before the phase is complete',
    async () => {
      const play = await playFlow({ ...trivial })
      expect(reviews(play).map(({ scope, of, verdict }) => [scope, of, verdict])).toEqual([
        ['task', 'T1', 'approved'],
      ])
      expect(play.promptOf('execute/T1@r1/attempt-1/review/')).toContain('T1.txt (added)')
      const at = (kind: string, of: string): number =>
        play.events.findIndex(
          (event) =>
            event.type === 'fact-recorded' && event.kind === kind && JSON.stringify(event.value).includes(of),
        )
      expect(at('reviewed', 'T1')).toBeLessThan(at('task', '"done"'))
    },
    LONG,
  )

  it(
    'C32: what nobody has confirmed does not block, however heavy it is called',
    async () => {
      const unseen = issue('It may be wrong.', 'T1.txt', { confirmed: false })
      const play = await playFlow({ ...trivial, first: [review('**/review/**', 'needs_revision', [unseen])] })
      expect(play.outcome.status).toBe('completed')
      expect(reviews(play).map(({ verdict }) => verdict)).toEqual(['advised'])
    },
    LONG,
  )

  it(
    'C32, C37: what is confirmed sends the phase back with it, and the next attempt settles it',
    async () => {
      const seen = issue('It must say two.', 'T1.txt')
      const play = await playFlow({
        ...trivial,
        first: [
          review('**/attempt-1/review/**', 'needs_revision', [seen]),
          scene({ step: 'execute/T1@*/attempt-2/implement**' }, [write('T1.txt', 'two\n'), ...done]),
        ],
      })
      expect(play.promptOf('execute/T1@r1/attempt-2/implement/')).toContain('It must say two.')
      expect(reviews(play).map(({ verdict }) => verdict)).toEqual(['blocked', 'approved'])
      expect(play.text['T1.txt']).toBe('two')
    },
    LONG,
  )

  it(
    'C4, C37: a reviewer that abstains has approved nothing: a person decides',
    async () => {
      const play = await playFlow({ ...trivial, first: [review('**/review/**', 'abstain')] })
      expect(play.outcome.status).toBe('waiting')
      expect([...play.questions.keys()].at(-1)).toBe('execute/T1@r1/attempt-1/review/unjudged')
      expect(play.questions.get('execute/T1@r1/attempt-1/review/unjudged')?.kind).toBe('choice')
    },
    LONG,
  )
})

const three: readonly CastTask[] = [
  { id: 'T1', writes: { 'shared.txt': 'one\n' } },
  {
    id: 'T2',
    role: 'documentation-writer',
    after: ['T1'],
    writes: { 'shared.txt': 'two\n' },
  },
  { id: 'T3' },
]

const written: readonly Act[] = says('completed', 'Written.', {
  docs: { created: [], updated: ['shared.txt'], parityVerified: true, coverage: 100 },
})

const writer: readonly Scene[] = [
  scene({ step: 'execute/F1@**', role: 'documentation-writer' }, [
    write('shared.txt', 'three\n'),
    ...written,
  ]),
  scene({ step: 'execute/T2@**', role: 'documentation-writer' }, [write('shared.txt', 'two\n'), ...written]),
]

const blocking = issue('It must say three.', 'shared.txt', {
  about: 'risk:correctness',
  owner: 'platform-engineer',
})

describe('the final review', () => {
  let play: FlowPlay
  beforeAll(async () => {
    play = await playFlow({
      tier: 'large',
      tasks: three,
      first: [
        ...writer,
        scene({ role: 'reviewer', step: 'review/**', prompt: 'Held against it before' }, [
          write('T3.txt', 'by the reviewer\n'),
          ...reply(inspected('approved')),
        ]),
        review('review/**', 'needs_revision', [blocking]),
      ],
    })
  }, LONG)

  it('C4: each phase went to the executor that the plan names, and to nobody else', () => {
    const executorOf = (task: string): string | undefined =>
      /^agent: (.*)$/m.exec(play.promptOf(`execute/${task}@r1/attempt-1/implement/`))?.[1]
    expect(['T1', 'T2', 'T3'].map(executorOf)).toEqual([
      'CoreImplementer-subagent',
      'TechnicalWriter-subagent',
      'CoreImplementer-subagent',
    ])
  })

  it('C34: is shown every changed file once, with the phases that changed it', () => {
    const asked = play.promptOf('review/round-1/')
    expect(asked).toContain('You review the whole change')
    expect(asked.match(/^- shared\.txt \(added, by T1, T2\)$/gm)).toHaveLength(1)
    expect(asked).toContain('- T3.txt (added, by T3)')
  })

  it('C35: what blocks is repaired by the executor of the last phase that has the file, and looked at again', () => {
    const repairs = play.turns.filter((step) => step.startsWith('execute/F1@'))
    expect(repairs.some((step) => step.includes('/implement/'))).toBe(true)
    expect(play.text['shared.txt']).toBe('three')
    expect(
      reviews(play)
        .filter(({ scope }) => scope === 'final')
        .map(({ verdict }) => verdict),
    ).toEqual(['blocked', 'approved'])
    expect(play.outcome.status).toBe('completed')
  })

  it('C35 impossible: the reviewer does not repair: what it writes is never delivered', () => {
    expect(play.turns.some((step) => step.startsWith('review/round-2/'))).toBe(true)
    expect(play.text['T3.txt']).toBe('T3')
  })

  it(
    'C35: what still blocks after one repair waits for a person',
    async () => {
      const stuck = await playFlow({
        tier: 'large',
        tasks: three,
        first: [...writer, review('review/**', 'needs_revision', [blocking])],
      })
      expect(stuck.outcome.status).toBe('waiting')
      expect([...stuck.questions.keys()].at(-1)).toBe('review/round-2/blocked')
      expect(stuck.turns.some((step) => step.startsWith('execute/F2@'))).toBe(false)
    },
    LONG,
  )

  const wanted = (own: RunPolicy): RunPolicy => ({
    ...own,
    process: { ...own.process, review: { ...own.process.review, final: ['small'] } },
  })

  it.each<[string, Tier, (own: RunPolicy) => RunPolicy, number]>([
    ['C33: is left out of a small job', 'small', (own) => own, 0],
    [
      'C33, C35: is there, and leaves its advice in a file, in a small job where somebody wants it',
      'small',
      wanted,
      1,
    ],
  ])(
    '%s',
    async (_rule, tier, policy, count) => {
      const small = await playFlow({ tier, tasks: tasksOf('T1'), policy })
      expect(small.outcome.status).toBe('completed')
      expect(reviews(small).filter(({ scope }) => scope === 'final')).toHaveLength(count)
      const advice = Object.keys(small.files).filter((path) => path.endsWith('/final_review.md'))
      expect(advice).toHaveLength(count)
    },
    LONG,
  )
})
