import { describe, expect, it } from 'vitest'
import type { Act, Scene } from '../../../src/adapters/agents/scripted/script.ts'
import type { Json } from '../../../src/kernel/json.ts'
import { budgetForEach } from '../../../src/policy/failure-budget.ts'
import type { RunPolicy } from '../../../src/policy/run-policy.ts'
import type { FailureFact } from '../../../src/stages/facts.ts'
import { scene } from '../../harness/script.ts'
import { done, says, write } from '../../stories/cast.ts'
import type { FlowPlay } from './play-controlflow.ts'
import { LONG, playFlow, tasksOf } from './play-controlflow.ts'

/** What whoever does a phase does in one of its attempts, whatever the plan's revision. */
function attempt(task: string, number: number | '*', acts: readonly Act[]): Scene {
  return scene({ step: `execute/${task}@*/attempt-${number}/implement**` }, acts)
}

function fails(words: string, failure: string): readonly Act[] {
  return says('failed', words, { failure })
}

const failures = (play: FlowPlay): readonly FailureFact[] => play.facts('failure') as unknown as FailureFact[]
const classes = (play: FlowPlay): readonly string[] => failures(play).map(({ class: of }) => of)
const calls = ({ turns }: FlowPlay, part: string): number =>
  turns.filter((step) => step.includes(part)).length
const lastAsked = ({ questions }: FlowPlay): string => [...questions.keys()].at(-1) ?? ''
const states = (play: FlowPlay): readonly string[] =>
  play.facts('task').map((value) => (value as { readonly state: string }).state)

const trivial = { tier: 'trivial', tasks: tasksOf('T1') } as const

describe('failures by their class', () => {
  it(
    'C41, C42, C46: an agent that crashes is called three times, and then a person is asked',
    async () => {
      const play = await playFlow({ ...trivial, first: [attempt('T1', '*', [{ act: 'crash', code: 1 }])] })
      expect(calls(play, '/implement/')).toBe(3)
      expect(play.outcome.status).toBe('waiting')
      expect(lastAsked(play)).toBe('execute/T1@r1/exhausted-1')
      expect(states(play)).toEqual(['working'])
    },
    LONG,
  )

  it(
    'C41, C42, C45: a rate limit and a crash are waited out, and each try says which it is',
    async () => {
      const first = [
        scene({ step: 'execute/T1@*/attempt-1/implement/try-1/**' }, [
          { act: 'rate-limit', retryAfterSeconds: 60 },
        ]),
        scene({ step: 'execute/T1@*/attempt-1/implement/try-2/**' }, [{ act: 'crash', code: 1 }]),
      ]
      const play = await playFlow({ ...trivial, first })
      expect(play.outcome.status).toBe('completed')
      const tries = [1, 2, 3].map((number) =>
        play.promptOf(`execute/T1@r1/attempt-1/implement/try-${number}/`),
      )
      expect(tries[0]).not.toContain('retry_attempt')
      expect(tries[1]).toContain('retry_attempt: 1')
      expect(tries[2]).toContain('retry_attempt: 2')
      expect(failures(play)).toEqual([])
    },
    LONG,
  )

  it(
    'C42 impossible: an empty reply is never taken for a phase that is done',
    async () => {
      const play = await playFlow({ ...trivial, first: [attempt('T1', '*', [write('T1.txt', 'T1\n')])] })
      expect(play.outcome.status).toBe('waiting')
      expect(states(play)).toEqual(['working'])
      expect(calls(play, '/review/')).toBe(0)
    },
    LONG,
  )

  it(
    'C32, C37, C41: work that does not build is tried once more with what failed, and then a person is asked',
    async () => {
      const first = [attempt('T1', '*', [write('T1.txt', 'BROKEN\n'), ...done])]
      const play = await playFlow({ ...trivial, first })
      expect(classes(play)).toEqual(['fixable', 'fixable'])
      const again = play.promptOf('execute/T1@r1/attempt-2/implement/')
      expect(again).toContain('The attempt before this one failed')
      expect(again).toContain('grep -rq BROKEN')
      expect(again).toContain('retry_attempt: 1')
      expect(lastAsked(play)).toBe('execute/T1@r1/exhausted-2')
      expect(play.questions.get('execute/T1@r1/exhausted-2')?.details).toMatchObject({ class: 'fixable' })
      expect(states(play)).not.toContain('done')
      expect(play.turns.some((step) => step.includes('/diagnose/'))).toBe(false)
    },
    LONG,
  )

  it(
    'C41: what a phase says to be fixable has one retry, though the next failure is found by its proof',
    async () => {
      const first = [
        attempt('T1', 1, fails('A type is wrong.', 'fixable')),
        attempt('T1', 2, [write('T1.txt', 'BROKEN\n'), ...done]),
      ]
      const play = await playFlow({ ...trivial, first })
      expect(failures(play)).toHaveLength(2)
      expect(lastAsked(play)).toBe('execute/T1@r1/exhausted-2')
    },
    LONG,
  )

  it(
    'C41: what is escalated goes to a person at once, with its evidence',
    async () => {
      const play = await playFlow({
        ...trivial,
        first: [attempt('T1', '*', fails('The disk is on fire.', 'escalate'))],
      })
      expect(calls(play, '/implement/')).toBe(1)
      expect(play.questions.get('execute/T1@r1/exhausted-1')).toMatchObject({ kind: 'choice' })
      expect(play.questions.get('execute/T1@r1/exhausted-1')?.text).toContain('The disk is on fire.')
    },
    LONG,
  )

  it(
    'C9, C41: a phase that needs another plan gets one by the planner, each phase once, and what is done stays',
    async () => {
      const stuck = (words: string): readonly Act[] => says('needs_replan', words)
      const play = await playFlow({
        tier: 'trivial',
        tasks: [{ id: 'T1' }, { id: 'T2', more: { wave: 2 } }],
        first: [
          scene({ step: 'execute/T1@r1/**' }, stuck('T1 has no place.')),
          scene({ step: 'execute/T2@*/**', role: 'implementer' }, stuck('T2 has no place either.')),
        ],
      })
      expect(play.promptOf('plan/r2/')).toContain('T1 has no place.')
      expect(play.promptOf('plan/r3/')).toContain('T2 has no place either.')
      expect(play.promptOf('plan/r3/')).toContain('Done and proven')
      expect(play.turns.some((step) => step.startsWith('plan/r4/'))).toBe(false)
      expect(classes(play)).toEqual(['needs_replan', 'needs_replan', 'needs_replan'])
      expect(lastAsked(play)).toMatch(/^execute\/T2@r3\/exhausted-/)
      expect(calls(play, 'execute/T1@r2/attempt-1/implement/')).toBe(1)
    },
    LONG,
  )

  it(
    'C46: the same class three times goes to a person, whatever it was about',
    async () => {
      const first = [1, 2, 3, 4].map((number) =>
        attempt('T1', number, fails(`Service ${'abcd'[number]} was away`, 'transient')),
      )
      const play = await playFlow({ ...trivial, first })
      expect(classes(play)).toEqual(['transient', 'transient', 'transient'])
      expect(lastAsked(play)).toBe('execute/T1@r1/exhausted-3')
    },
    LONG,
  )

  it(
    'C43: five attempts are all that a phase has, whatever is left of each class',
    async () => {
      const of = ['transient', 'fixable']
      const first = [1, 2, 3, 4, 5, 6].map((number) =>
        attempt('T1', number, fails(`Reason ${'abcdef'[number - 1]}`, of[number % 2] ?? '')),
      )
      const policy = (own: RunPolicy): RunPolicy => ({
        ...own,
        failures: budgetForEach({ task: 9, wave: 99, run: 99 }),
      })
      const play = await playFlow({ ...trivial, first, policy })
      expect(failures(play)).toHaveLength(5)
      expect(lastAsked(play)).toBe('execute/T1@r1/exhausted-5')
    },
    LONG,
  )
})

const choice: Json = {
  options: [
    { id: 'round', description: 'Round', pros: 'rolls', cons: 'rolls away', affectedFiles: ['T1.txt'] },
    { id: 'square', description: 'Square', pros: 'stays', cons: 'has corners', affectedFiles: [] },
  ],
  recommended: 'square',
  impact: 'how it lies on the table',
}

it(
  'C12, C47: a question of an agent is put with options, reasons, files and what is recommended, and answered',
  async () => {
    const play = await playFlow({
      ...trivial,
      first: [
        scene({ step: '/implement-2/' }, [write('T1.txt', 'square\n'), ...done]),
        attempt(
          'T1',
          1,
          says('needs_input', 'Round or square?', { clarification: choice, failure: 'escalate' }),
        ),
      ],
      answer: (name) => (name.endsWith('/input-1') ? { option: 'option-square' } : null),
    })
    const asked = play.questions.get('execute/T1@r1/attempt-1/input-1')
    expect(asked?.text).toContain('Round or square?')
    expect(asked?.options.slice(0, 2)).toEqual([
      {
        id: 'option-round',
        label: 'Round',
        description: 'For it: rolls. Against it: rolls away. Files: T1.txt',
      },
      {
        id: 'option-square',
        label: 'Square (recommended)',
        description: 'For it: stays. Against it: has corners',
      },
    ])
    expect(asked?.details).toEqual({ impact: 'how it lies on the table', recommended: 'square' })
    expect(play.promptOf('execute/T1@r1/attempt-1/implement-2/')).toContain('The answer: Square')
    expect(failures(play)).toEqual([])
    expect(play.text['T1.txt']).toBe('square')
  },
  LONG,
)
