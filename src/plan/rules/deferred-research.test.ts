import { expect, it } from 'vitest'
import { makePlan } from '../../../test/fixtures/make-plan.ts'
import { deferredResearch } from './deferred-research.ts'

const found = (description: string): readonly string[] =>
  deferredResearch(makePlan([{ id: 'A', description }])).map(({ message }) => message)

it.each([
  'TBD',
  'tbd.',
  'The rest is (TODO)',
  'TODO: the rest',
  'Figure out the format',
  'confirm\n later',
  'We research later',
  'need to research',
  'Further research required',
  'further research is required',
  'use X where available',
  'If different, copy',
  'Determine later',
])('finds %j', (description) => {
  expect(found(description)).toHaveLength(1)
})

it.each([
  'Build a todo list',
  'Write src/Todo.tsx',
  'Take away the `TODO` and `FIXME` comments',
  'TODOS',
  'MY_TODO',
  'confirmed, later',
  'The figure is out of date',
  'available where',
  'stbd',
])('has nothing against %j', (description) => {
  expect(found(description)).toEqual([])
})

it('names the field and the words', () => {
  expect(found('This is to  be done: figure\nout')).toEqual([
    'The description of A says "figure out"; find it out now and write down what it is.',
  ])
})
