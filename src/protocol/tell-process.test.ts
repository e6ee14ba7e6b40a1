import { expect, it } from 'vitest'
import type { StageFact } from '../stages/facts.ts'
import { tellProcess } from './tell-process.ts'

const objection = { by: 'critic', severity: 'major', text: 'Slow.', about: null, where: null } as const

it.each<[string, StageFact, string | null]>([
  [
    'an answer',
    { kind: 'clarified', value: { question: 'Which?', answer: 'This.', scope: 'task', by: 'me' } },
    'plain Which? → This.',
  ],
  [
    'a file of the run',
    { kind: 'file', value: { path: 'docs/PRD.yaml', folder: '/f', commit: 'c', by: 'run' } },
    'quiet wrote docs/PRD.yaml',
  ],
  [
    'a file of a person',
    { kind: 'file', value: { path: 'docs/PRD.yaml', folder: '/f', commit: 'c', by: 'person' } },
    'notice docs/PRD.yaml was taken as a person left it',
  ],
  [
    'a review that blocks',
    {
      kind: 'reviewed',
      value: { scope: 'task', of: 'T1', by: 'reviewer', verdict: 'blocked', objections: [objection] },
    },
    'bad T1 reviewed by reviewer: blocked, 1 objection',
  ],
  [
    'a review of all',
    {
      kind: 'reviewed',
      value: { scope: 'final', of: 'c', by: 'reviewer', verdict: 'approved', objections: [] },
    },
    'good the whole change reviewed by reviewer: approved',
  ],
  [
    'what an agent passes on, on one line',
    {
      kind: 'told',
      value: { from: 'implementer', task: 'T1', call: { tool: 'wisdom', input: { text: 'a\u001B[31m\nb' } } },
    },
    'quiet T1: implementer (wisdom): a [31m b',
  ],
  [
    'a result, which is told elsewhere',
    { kind: 'told', value: { from: 'planner', task: null, call: { tool: 'submit_result', input: {} } } },
    null,
  ],
  [
    'what is about to start, line by line',
    { kind: 'announced', value: { text: 'Wave 1:\n1. T1: a\u001B[2J\n\n2. T2: b' } },
    'plain Wave 1:\n1. T1: a [2J\n2. T2: b',
  ],
  ['an odd call', { kind: 'told', value: { from: 'planner', task: null, call: 7 } }, null],
  [
    'what a team is told to do otherwise, in words',
    { kind: 'ordered', value: { by: 'me', order: { do: 'feedback', text: 'Say it\nin German' } } },
    'notice me orders: feedback Say it in German',
  ],
  [
    'a task that is to be done once more',
    { kind: 'ordered', value: { by: 'me', order: { do: 'revise', task: 'T1', text: null } } },
    'notice me orders: revise T1',
  ],
  [
    'the user’s branch',
    { kind: 'merged', value: { branch: 'main', commit: '0123456789abcdef', by: 'me' } },
    'good main moved to 0123456789, as me allowed',
  ],
])('tells of %s', (_title, fact, expected) => {
  const told = tellProcess(fact)
  expect(told === null ? null : `${told.tone} ${told.text}`).toBe(expected)
})
