import { expect, it } from 'vitest'
import type { Question } from '../../kernel/question.ts'
import { renderQuestion } from './render-question.ts'
import type { Paint } from './terminal.ts'

const plain: Paint = (_colour, text) => text

it('P6: shows with a plan what only a person can settle', () => {
  const question: Question = {
    kind: 'approval',
    text: 'Carry out this plan of 2 tasks?',
    options: [{ id: 'approve', label: 'Approve' }],
    free: true,
    details: {
      tasks: [
        { id: 'T1', title: 'One\u001B[2J', dependencies: [] },
        { id: 'T2', title: 'Two', dependencies: ['T1'] },
      ],
      openQuestions: [
        { question: 'Which licence?', options: ['MIT', 'GPL'], recommendation: 'MIT' },
        { question: 'Why?', recommendation: null },
      ],
    },
  }
  expect(renderQuestion(question, plain)).toEqual([
    '? Carry out this plan of 2 tasks?',
    '    T1     One [2J',
    '    T2     Two  after T1',
    '    open   Which licence? (MIT | GPL)  rather: MIT',
    '    open   Why?',
    '  1  Approve',
    '  or say in words what to change',
  ])
})

it('P6: shows a question of several lines line by line', () => {
  const question: Question = {
    kind: 'choice',
    text: '- T1: one\u001B[2J\n\n- T2: two\nStart?',
    options: [{ id: 'approve', label: 'Start' }],
    free: false,
  }
  const lines = ['? - T1: one [2J', '  - T2: two', '  Start?', '  1  Start']
  expect(renderQuestion(question, plain)).toEqual(lines)
})

it('shows the end of what a command printed', () => {
  const question: Question = {
    kind: 'choice',
    text: 'What now?',
    options: [],
    free: false,
    details: { output: 'one\n\ntwo\n' },
  }
  expect(renderQuestion(question, plain)).toEqual(['? What now?', '    one', '    two'])
})

it('P6: shows the tasks of a wave, which wait for nothing', () => {
  const question: Question = {
    kind: 'approval',
    text: 'Wave 1 of 2: 1 task (T1), by implementer. Start?',
    options: [{ id: 'approve', label: 'Start' }],
    free: false,
    details: { tasks: [{ id: 'T1', title: 'One', role: 'implementer', writeSet: [] }] },
  }
  expect(renderQuestion(question, plain)).toEqual([
    '? Wave 1 of 2: 1 task (T1), by implementer. Start?',
    '    T1     One',
    '  1  Start',
  ])
})

it('names the file of a plan once', () => {
  const question: Question = {
    kind: 'approval',
    text: 'Carry out this plan?',
    options: [
      { id: 'edited', label: 'I have edited it', description: '/files/plan.yaml' },
      { id: 'reject', label: 'Reject', description: 'and end' },
    ],
    free: false,
    details: { files: { folder: '/files', plan: 'plan.yaml' } },
  }
  const lines = renderQuestion(question, plain)
  expect(lines.filter((line) => line.includes('/files/plan.yaml'))).toHaveLength(1)
  expect(lines.slice(-2)).toEqual(['  1  I have edited it', '  2  Reject — and end'])
})

it('P6: says what hangs on the answer, and how many more there are', () => {
  const options = [{ id: 'a', label: 'A' }]
  const details = { number: 2, of: 3, impact: 'The store\u0007 is another.' }
  const question: Question = { kind: 'choice', text: 'Which?', options, free: false, details }
  expect(renderQuestion(question, plain)).toEqual(['? Which?', '    2 of 3: The store is another.', '  1  A'])
})
