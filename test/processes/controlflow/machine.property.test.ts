import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { RunEvent } from '../../../src/kernel/event.ts'
import { controlflowPolicy } from '../../../src/policy/controlflow-policy.ts'
import { chronicleOf } from '../../../src/records/controlflow/chronicle.ts'
import { nothingBefore } from '../../../src/records/controlflow/own-facts.ts'
import { isLegal } from '../../../src/records/controlflow/states.ts'
import { storyOf } from '../../../src/records/story.ts'

type Moment = (at: number) => object

const told =
  (kind: string, value: object): Moment =>
  (at) => ({ type: 'fact-recorded', version: 1, at, name: `${kind}/${at}`, kind, value })
const asked =
  (question: string): Moment =>
  (at) => ({
    type: 'question-asked',
    at,
    question,
    ask: { kind: 'choice', text: 'Well?', options: [], free: true },
  })
const answered =
  (question: string): Moment =>
  (at) => ({ type: 'question-answered', at, question, answer: { option: 'approve', text: null, by: 'test' } })

const QUESTIONS = [
  'intake/meaning',
  'approve/r1/plan',
  'execute/wave-1-r1/approve',
  'execute/A@r1/exhausted-1',
]
const STAGES = ['plan', 'approve', 'challenge', 'execute', 'review', 'learn']

/** Whatever a journal may hold that moves the machine, in any order. */
const moment: fc.Arbitrary<Moment> = fc.oneof(
  fc.constantFrom(...STAGES).map((stage) => told('stage', { stage })),
  fc
    .tuple(fc.constantFrom('working', 'proving', 'integrating', 'done'), fc.constantFrom('A', 'B'))
    .map(([state, task]) => told('task', { state, task, attempt: 1 })),
  fc.constantFrom(...QUESTIONS).map(asked),
  fc.constantFrom(...QUESTIONS).map(answered),
  fc.constant(told('cf-outcome', { missing: [] })),
  fc.constant(told('cf-complete', { by: 'test' })),
)

/** The same as a process tells it: a plan that is approved and reviewed, phases that are built, and an end. */
const orderly: fc.Arbitrary<readonly Moment[]> = fc
  .record({
    isUnclear: fc.boolean(),
    looks: fc.integer({ min: 0, max: 3 }),
    phases: fc.array(fc.constantFrom('A', 'B', 'C'), { minLength: 1, maxLength: 5 }),
    isReviewed: fc.boolean(),
  })
  .map(({ isUnclear, looks, phases, isReviewed }) => [
    ...(isUnclear ? [asked('intake/meaning'), answered('intake/meaning')] : []),
    told('stage', { stage: 'plan' }),
    told('stage', { stage: 'approve' }),
    asked('approve/r1/plan'),
    answered('approve/r1/plan'),
    ...Array.from({ length: looks }, () => [
      told('stage', { stage: 'challenge' }),
      told('stage', { stage: 'plan' }),
    ]).flat(),
    ...phases.flatMap((task, index) => [
      asked(`execute/wave-${index + 1}-r1/approve`),
      answered(`execute/wave-${index + 1}-r1/approve`),
      told('task', { task, state: 'working', attempt: 1 }),
      told('task', { task, state: 'proving', attempt: 1 }),
    ]),
    ...(isReviewed ? [told('stage', { stage: 'review' })] : []),
    told('cf-outcome', { missing: [] }),
    asked('completion'),
    answered('completion'),
    told('cf-complete', { by: 'test' }),
  ])

function stepsOf(moments: readonly Moment[]) {
  const events = moments.map((make, index) => make(index + 1)) as readonly object[] as readonly RunEvent[]
  return chronicleOf(storyOf(events), controlflowPolicy, nothingBefore).transitions.map(({ value }) => value)
}

it('C5 impossible: whatever a journal holds, no step comes out of it that the machine does not have', () => {
  let taken = 0
  let refused = 0
  fc.assert(
    fc.property(fc.array(moment, { maxLength: 25 }), (moments) => {
      try {
        const steps = stepsOf(moments)
        taken += steps.length
        expect(steps.filter(({ from, to }) => !isLegal(from, to))).toEqual([])
        expect(steps.map(({ from }) => from)).toEqual(
          ['PLANNING', ...steps.map(({ to }) => to)].slice(0, steps.length),
        )
      } catch (thrown) {
        expect(String(thrown)).toMatch(/does not go from [A-Z_]+ to [A-Z_]+; the run stops/)
        refused += 1
      }
    }),
    { numRuns: 2000, seed: 5 },
  )
  // Both happen, or nothing was tried.
  expect(taken).toBeGreaterThan(1000)
  expect(refused).toBeGreaterThan(100)
})

it('C5: however a job goes, it gets from PLANNING to COMPLETE by legal steps alone', () => {
  fc.assert(
    fc.property(orderly, (moments) => {
      const steps = stepsOf(moments)
      expect(steps.filter(({ from, to }) => !isLegal(from, to))).toEqual([])
      expect(steps[0]?.from).toBe('PLANNING')
      expect(steps.at(-1)?.to).toBe('COMPLETE')
    }),
    { numRuns: 500, seed: 5 },
  )
})
