import { describe, expect, it } from 'vitest'
import { packContext } from '../../../src/contracts/pack-context.ts'
import { controlflowPolicy } from '../../../src/policy/controlflow-policy.ts'
import { standardPolicy } from '../../../src/policy/run-policy.ts'
import type { Memory } from '../../../src/stages/learn/memory.ts'
import { memoryOf } from '../../../src/stages/learn/memory.ts'
import { controlflowBook } from '../../../src/records/controlflow/book.ts'
import type { PreflectFact } from '../../../src/records/controlflow/own-facts.ts'
import { nothingBefore } from '../../../src/records/controlflow/own-facts.ts'
import { storyOf } from '../../../src/records/story.ts'
import { scene } from '../../harness/script.ts'
import { done, write } from '../../stories/cast.ts'
import { LONG, playFlow } from './play-controlflow.ts'

const preflects = (facts: readonly unknown[]): readonly PreflectFact[] => facts as readonly PreflectFact[]

describe('before every batch', () => {
  it(
    'C10: the program itself says GO when nothing has drifted, before anybody is asked',
    async () => {
      const play = await playFlow({ tasks: [{ id: 'A' }, { id: 'B', after: ['A'] }], tier: 'small' })
      expect(preflects(play.facts('cf-preflect')).map(({ wave, decision }) => [wave, decision])).toEqual([
        [1, 'GO'],
        [2, 'GO'],
      ])
      const told = play.events.findIndex(
        (event) => event.type === 'fact-recorded' && event.kind === 'cf-preflect',
      )
      const asked = play.events.findIndex(
        (event) => event.type === 'question-asked' && event.question === 'execute/wave-1-r1/approve',
      )
      expect(told).toBeLessThan(asked)
    },
    LONG,
  )

  it(
    'C4, C10: evidence that is missing is ABSTAIN, and then only a person lets the wave start',
    async () => {
      const tasks = [{ id: 'A', more: { context: [{ path: 'docs/gone.md', description: 'how it works' }] } }]
      const play = await playFlow({ tasks, tier: 'small' })
      expect(preflects(play.facts('cf-preflect'))).toMatchObject([
        { decision: 'ABSTAIN', missingEvidence: ['docs/gone.md is to be read, and is not there.'] },
      ])
      expect(play.outcome).toMatchObject({ status: 'waiting', questions: ['execute/wave-1-r1/approve'] })
      expect(play.questions.get('execute/wave-1-r1/approve')).toMatchObject({
        kind: 'choice',
        text: expect.stringContaining('docs/gone.md is to be read, and is not there.'),
      })
      expect(play.turns.filter((step) => step.startsWith('execute/'))).toEqual([])
    },
    LONG,
  )

  it(
    'C9, C10: work that went beyond its plan is REPLAN of what is left, once, and what is done stays done',
    async () => {
      const tasks = [{ id: 'A' }, { id: 'B', after: ['A'] }]
      const beyond = [write('A.txt', 'A\n'), write('other.txt', 'other\n'), ...done]
      const play = await playFlow({
        tasks,
        tier: 'small',
        answer: (_, { options }) =>
          ['accept', 'approve'].flatMap((id) =>
            options.some((each) => each.id === id) ? [{ option: id }] : [],
          )[0] ?? null,
        policy: (own) => ({ ...own, attempts: 9, failures: standardPolicy.failures }),
        first: [scene({ step: 'execute/A@*/attempt-*/implement**' }, beyond)],
      })
      const seen = preflects(play.facts('cf-preflect'))
      expect(seen.map(({ wave, revision, decision }) => [wave, revision, decision])).toEqual([
        [1, 1, 'GO'],
        [2, 1, 'REPLAN'],
        [2, 2, 'ABSTAIN'],
      ])
      expect(seen[1]?.scopeDrift).toEqual([
        'other.txt was changed, and no phase of the plan was to change it.',
      ])
      expect(play.promptOf('plan/r2/')).toContain('other.txt was changed')
      expect(play.outcome.status).toBe('completed')
      expect(play.turns.filter((step) => step.startsWith('execute/A@r2'))).toEqual([])
    },
    LONG,
  )

  it(
    'C8, C10, C11: what a policy calls destructive is asked about phase by phase, of a person',
    async () => {
      const tasks = [{ id: 'A' }, { id: 'B', title: 'Delete all files of the old shop' }]
      const answer = (name: string) => (name.endsWith('/allow-destructive') ? { option: 'approve' } : null)
      const play = await playFlow({ tasks, tier: 'small', answer })
      expect(preflects(play.facts('cf-preflect'))[0]?.destructive).toEqual(['B: destructive_file_delete'])
      const asked = [...play.questions].filter(([name]) => name.startsWith('execute/wave-1'))
      expect(asked.map(([name]) => name)).toContain('execute/wave-1-r1/approve-A')
      expect(play.outcome.status).toBe('waiting')
      expect(play.turns.filter((step) => step.startsWith('execute/'))).toEqual([])
    },
    LONG,
  )
})

it('C15 impossible: what was agreed is not lost to what others wrote, however little room there is', () => {
  const text = (words: string): string => `${words}\n`.repeat(50)
  const packed = packContext(
    [
      { trust: 'untrusted', title: 'An issue', text: text('Somebody said something') },
      { trust: 'check', title: 'A document', text: text('It may be so') },
      { trust: 'trusted', title: 'Decisions', text: 'Prices are in cents. Nothing is deleted.' },
    ],
    60,
  )
  expect(packed.words.join('\n')).toContain('Prices are in cents. Nothing is deleted.')
  expect(packed.leftOut.titles).toEqual(['A document', 'An issue'])
})

describe('what is remembered', () => {
  const call = (input: object) => ({
    from: 'implementer',
    task: 'A',
    call: { tool: 'wisdom', input } as never,
  })
  const wisdom = {
    action: 'add',
    kind: 'convention',
    text: 'Prices are kept in cents',
    evidence: ['src/price.ts'],
  }

  it('C16: is kept with its citation, once, and never without one', () => {
    expect(memoryOf(call(wisdom), [])).toMatchObject({ decision: 'promoted', category: 'project' })
    const again = { ...wisdom, text: 'prices are kept in cents' }
    expect(memoryOf(call(again), ['Prices are kept in cents'])).toMatchObject({ decision: 'duplicate' })
    expect(memoryOf(call({ ...wisdom, evidence: [] }), [])).toMatchObject({ decision: 'incomplete' })
    expect(memoryOf(call({ action: 'read' }), [])).toBeNull()
  })

  it('C15, C16: notes say what was agreed and where the work is, in twenty lines however much there is', () => {
    const value = (index: number): Memory => ({
      subject: `S${index}`,
      fact: `Fact number ${index} of many`,
      citations: ['a.ts'],
      reason: 'it lasts',
      category: 'project',
      decision: 'promoted',
      why: 'It is kept.',
    })
    const base = { version: 1, at: 1, type: 'fact-recorded' } as const
    const brief = { objective: 'Prices', slug: 'prices', tier: 'small' }
    const found = { log: null, notes: null, outcomes: null, outcomeLines: null }
    const events = [
      { ...base, name: 'intake/brief', kind: 'brief', value: brief },
      { ...base, name: 'cf/found', kind: 'cf-found', value: found },
      ...Array.from({ length: 40 }, (_, index) => ({
        ...base,
        name: `cf/m${index}`,
        kind: 'cf-memory',
        value: value(index),
      })),
    ]
    const story = storyOf(events as never)
    const files = controlflowBook(controlflowPolicy, nothingBefore).render(story)
    const notes = files.find(({ path }) => path === 'NOTES.md')?.text ?? ''
    expect(notes.trimEnd().split('\n')).toHaveLength(20)
    expect(notes).toContain('- Objective: Prices')
    expect(notes).toContain('- Current State: PLANNING')
    const theirs = storyOf(
      events.map((event) =>
        event.kind === 'cf-found' ? { ...event, value: { ...found, notes: '# My own notes\n' } } : event,
      ) as never,
    )
    const paths = controlflowBook(controlflowPolicy, nothingBefore)
      .render(theirs)
      .map(({ path }) => path)
    expect(paths).not.toContain('NOTES.md')
  })
})
