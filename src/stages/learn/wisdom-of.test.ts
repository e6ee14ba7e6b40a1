import { expect, it } from 'vitest'
import type { Json } from '../../kernel/json.ts'
import type { RunEvent } from '../../kernel/event.ts'
import type { TaskResult } from '../execute/see-through.ts'
import { wisdomOf } from './wisdom-of.ts'

function recorded(...facts: readonly (readonly [string, Json])[]): readonly RunEvent[] {
  return facts.map(([kind, value], index) => ({
    v: 1,
    seq: index + 1,
    at: 0,
    type: 'fact-recorded',
    name: `${index}`,
    kind,
    version: 1,
    value,
  }))
}

function result(id: string, state: TaskResult['state']): TaskResult {
  const commit = state === 'done' ? `${id}commit0123` : null
  return { id, title: id, state, attempts: 1, commit, problem: null }
}

function told(task: string | null, kind: string, text: string): readonly [string, Json] {
  const input = { action: 'add', kind, text, evidence: ['src/a.ts'] }
  return ['told', { from: 'implementer', task, call: { tool: 'wisdom', input } }]
}

function diagnosis(task: string, rootCause: string): readonly [string, Json] {
  return ['diagnosis', { task, rootCause, fix: 'Do it.', by: 'debugger' }]
}

const results = [result('T1', 'done'), result('T2', 'given-up')]
const none = { run: 'r1', results, objections: [], clarifications: [] }

it('keeps what agents passed on, with the proof of their task', () => {
  expect(wisdomOf(recorded(told('T1', 'convention', 'Errors are values.')), none)).toEqual([
    {
      kind: 'convention',
      text: 'Errors are values.',
      evidence: 'said by the implementer, T1 proven at T1commit01, src/a.ts, run r1',
      by: 'agent',
    },
  ])
})

it('of a task that was not proven only issues count', () => {
  const events = recorded(told('T2', 'learning', 'It works so.'), told('T2', 'issue', 'It does not work.'))
  expect(wisdomOf(events, none).map(({ text }) => text)).toEqual(['It does not work.'])
})

it('takes a diagnosis only when its repair was proven, and the last one only', () => {
  const events = recorded(
    diagnosis('T1', 'First guess.'),
    diagnosis('T2', 'No.'),
    diagnosis('T1', 'It leaks.'),
  )
  expect(wisdomOf(events, none)).toMatchObject([{ kind: 'learning', text: 'It leaks. Do it.' }])
})

it('takes what people decided for later, and what nobody has answered', () => {
  const entries = wisdomOf([], {
    ...none,
    objections: [{ by: 'critic', severity: 'major', text: 'It is slow.', about: 'AC-001', where: 'a.ts' }],
    clarifications: [
      { question: 'Which store?', answer: 'A file.', scope: 'architectural' },
      { question: 'Which name?', answer: 'Max.', scope: 'task' },
    ],
  })
  expect(entries.map(({ kind, text, by }) => `${kind} ${text} ${by}`)).toEqual([
    'decision Which store? A file. person',
    'issue a.ts: It is slow. agent',
  ])
})

it('has an order that does not depend on who was first, and passes over what is no wisdom', () => {
  const one = told('T1', 'learning', 'b')
  const two = told('T1', 'learning', 'a')
  const other = told(null, 'learning', 'c')
  const odd = ['told', { from: 'x', task: null, call: { tool: 'wisdom', input: 'broken' } }] as const
  const order = wisdomOf(recorded(one, two, other, odd), none).map(({ text }) => text)
  expect(order).toEqual(['c', 'a', 'b'])
  expect(wisdomOf(recorded(other, two, odd, one), none).map(({ text }) => text)).toEqual(order)
})
