import { expect, test } from 'vitest'
import type { RunEvent } from '../kernel/event.ts'
import type { Json } from '../kernel/json.ts'
import { createTeller } from './tell-event.ts'

const problem = '`npm test`: 1 of 3 tests failed: a.'

test('P8: what is wrong with a task is said once, and again when it is something else', () => {
  const tell = createTeller()
  const lines = [
    fact('verdict', { status: 'failed', commit: '0123456789ab', message: problem }, 'verify-verdict'),
    fact('failure', { task: 'T2', class: 'new_failure', problem }),
    fact('task', { task: 'T2', state: 'diagnosing', attempt: 1, agent: null, note: problem }),
    fact('failure', { task: 'T2', class: 'fixable', problem: 'The agent changed nothing: a' }),
    fact('failure', { task: 'T3', class: 'new_failure', problem }),
  ].map((each) => tell(each)?.text)
  expect(lines).toEqual([
    `T2 failed at 0123456789: ${problem} (<1s)`,
    'T2 failed (new_failure)',
    'T2 diagnosing',
    'T2 failed (fixable): The agent changed nothing: a',
    `T3 failed (new_failure): ${problem}`,
  ])
})

test('P8: what a process says in its own words is not said twice', () => {
  const tell = createTeller()
  const said = (playbook: string) =>
    [
      event({ type: 'run-started', run: 'r1', playbook: { name: playbook, version: 1 } }),
      fact('plan', { revision: 1, tasks: [{ id: 'T2' }] }),
      fact('failure', { task: 'T2', class: 'fixable', problem: playbook }),
      fact('task', { task: 'T2', state: 'working', attempt: 2, agent: 'a', note: null }),
      fact('task', { task: 'T2', state: 'done', attempt: 2, agent: null, note: null }),
      fact('task', {
        task: 'T2',
        state: 'done',
        attempt: 2,
        agent: null,
        note: 'Nothing had to be changed.',
      }),
      fact('task', { task: 'T2', state: 'given-up', attempt: 2, agent: null, note: 'no' }),
    ].flatMap((each) => tell(each)?.text ?? [])
  const rest = ['T2 working (attempt 2)', 'T2 done (attempt 2): Nothing had to be changed.']
  expect(said('team-coordinate')).toEqual(['run r1 started', ...rest])
  expect(said('gem-team')).toEqual([
    'run r1 started',
    'plan of 1: T2',
    ...rest,
    'T2 given-up (attempt 2): no',
  ])
  expect(said('standard')).toHaveLength(7)
})

test('P8: a journal without failures still says why a task is diagnosed', () => {
  const old = fact('task', { task: 'T2', state: 'diagnosing', attempt: 2, agent: null, note: problem })
  expect(createTeller()(old)?.text).toBe(`T2 diagnosing (attempt 2): ${problem}`)
})

test('P8: names of steps and questions stay inside; a nudge and a finding that stands are told', () => {
  const tell = createTeller()
  const step = 'execute/T2@r1/attempt-1/implement/try-1/turn'
  const finding = { task: 'T2', message: 'ci-changed: ci.yml: no.' }
  const answer = { option: 'approve', text: null, by: 'a person' }
  expect(
    [
      event({ type: 'step-started', step, kind: 'turn' }),
      event({ type: 'step-noted', step, note: { nudged: 'status' } }),
      event({ type: 'step-noted', step, note: { session: 's' } }),
      fact('finding', { ...finding, action: 'refused' }),
      fact('finding', { ...finding, action: 'reported' }),
      event({ type: 'question-answered', question: 'approve/r1/plan', answer }),
    ].map((each) => tell(each)?.text ?? null),
  ).toEqual([
    'T2: implementer at work',
    'T2: implementer is too slow; it is asked for its status',
    null,
    null,
    'finding at T2: ci-changed: ci.yml: no.',
    'answer about the plan: approve (a person)',
  ])
})

function fact(kind: string, value: Json, name = 'fact'): RunEvent {
  return event({ type: 'fact-recorded', name: `execute/T2@r1/attempt-1/${name}`, kind, version: 1, value })
}

function event(of: Readonly<Record<string, Json>>): RunEvent {
  return { v: 1, seq: 1, at: 0, ...of } as unknown as RunEvent
}
