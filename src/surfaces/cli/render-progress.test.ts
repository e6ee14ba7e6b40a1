import { expect, test } from 'vitest'
import type { RunEvent } from '../../kernel/event.ts'
import type { Json } from '../../kernel/json.ts'
import { viewRun } from '../../protocol/view-run.ts'
import { howToAnswer } from './how-to-answer.ts'
import { renderProgress } from './render-progress.ts'

const ask = { kind: 'choice', text: 'What now?', options: [{ id: 'stop', label: 'End' }], free: false }
const task = (id: string): Json => ({ id, title: `feat: ${id}`, dependencies: [] })
const begun = [
  event({
    type: 'run-started',
    run: 'one',
    playbook: { name: 'standard', version: 1 },
    input: { value: {} },
  }),
  fact('plan', { revision: 1, tasks: [task('T1'), task('T2')] }),
  ...['T1', 'T2'].map((id) =>
    fact('task', { task: id, state: 'working', attempt: 1, agent: 'goose', note: null }),
  ),
]

test('P6: a task that asks a person is shown to wait, the others are at work', () => {
  const view = viewRun([...begun, question('execute/T2@r1/exhausted-2')])
  expect(renderProgress(view, 0, (_colour, text) => text).slice(1)).toEqual([
    ' ▶ T1     feat: T1  working by goose <1s',
    ' ? T2     feat: T2  waits for a person <1s',
  ])
})

test('P6: who is at work on something else than a task is shown too', () => {
  const view = viewRun([...begun, turn('execute/T1@r1/attempt-1/implement/turn'), turn('review/final/turn')])
  expect(renderProgress(view, 0, (_colour, text) => text).slice(3)).toEqual([
    ' ▶ the whole change: reviewer  <1s',
  ])
})

test('P6: a question is named only among several', () => {
  const one = viewRun([...begun, question('execute/T2@r1/exhausted-2')])
  const two = viewRun([
    ...begun,
    question('execute/T1@r1/exhausted-1'),
    question('execute/T2@r1/exhausted-2'),
  ])
  const tell = (view: typeof one): readonly string[] =>
    view.questions.map((each) => howToAnswer(view, each, 'tutti'))
  expect(tell(one)).toEqual(['tutti answer one  stop'])
  expect(tell(two)).toEqual([
    'tutti answer one --question execute/T1@r1/exhausted-1  stop',
    'tutti answer one --question execute/T2@r1/exhausted-2  stop',
  ])
})

function turn(step: string): RunEvent {
  return event({ type: 'step-started', step, kind: 'turn', version: 1, digest: '', attempt: 1 })
}

function question(id: string): RunEvent {
  return event({ type: 'question-asked', question: id, ask })
}

function fact(kind: string, value: Json): RunEvent {
  return event({ type: 'fact-recorded', name: kind, kind, version: 1, value })
}

function event(of: Readonly<Record<string, Json>>): RunEvent {
  return { v: 1, seq: 1, at: 0, ...of } as unknown as RunEvent
}
