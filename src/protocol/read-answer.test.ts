import { expect, it } from 'vitest'
import type { Question } from '../kernel/question.ts'
import { readAnswer } from './read-answer.ts'

const approval: Question = {
  kind: 'approval',
  text: 'Carry out this plan?',
  options: [
    { id: 'approve', label: 'Approve' },
    { id: 'reject', label: 'Reject and end the run' },
  ],
  free: true,
}
const choice: Question = { ...approval, kind: 'choice', free: false }

it.each(['1', 'approve', ' Approve ', 'y', 'YES', 'ok'])('P6: %j approves a plan', (typed) => {
  expect(readAnswer(approval, typed)).toEqual({ option: 'approve', text: null })
})

it.each(['2', 'reject', 'Reject and end the run'])('P6: %j rejects it', (typed) => {
  expect(readAnswer(approval, typed).option).toBe('reject')
})

it.each([
  ['y', 'approve'],
  ['N', 'reject'],
  ['no', 'reject'],
])('P6: a question that offers (y/n/details) takes %j, whatever its kind', (typed, option) => {
  const text = 'Wave 1: 2 phases. Approve all? (y/n/details)'
  for (const question of [approval, { ...approval, kind: 'choice' as const }])
    expect(readAnswer({ ...question, text }, typed).option).toBe(option)
})

it('P6: words of one\u2019s own are a wish', () => {
  expect(readAnswer(approval, ' Leave T3 out ')).toEqual({
    option: null,
    text: 'Leave T3 out',
  })
})

it.each(['', ' ', '3', '17', 'n', 'no', 'q'])('P6: %j is asked about again, and costs nothing', (typed) => {
  expect(() => readAnswer(approval, typed)).toThrow(/approve, reject\), or say in words what to change/)
})

it('P6: an option that is not offered is refused where words are not taken', () => {
  expect(() => readAnswer(choice, 'perhaps')).toThrow(
    '"perhaps" is no answer to this. You can choose by number (1 to 2) or name (approve, reject).',
  )
  expect(() => readAnswer(choice, 'yes')).toThrow('is no answer')
})
