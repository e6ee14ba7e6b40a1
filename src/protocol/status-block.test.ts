import { expect, it } from 'vitest'
import type { RunView, TaskView } from './run-view.ts'
import { statusBlock } from './status-block.ts'
import { viewRun } from './view-run.ts'

function task(
  id: string,
  state: TaskView['state'],
  dependencies: readonly string[] = [],
  endedAt = 0,
): TaskView {
  const at = state === 'waiting' ? null : 0
  return { id, title: id, dependencies, state, attempt: 1, agent: null, note: null, startedAt: at, endedAt }
}

function view(tasks: readonly TaskView[], questions: RunView['questions'] = []): RunView {
  const progress = { percent: 40, tasksDone: 1, tasksTotal: tasks.length, etaMs: null }
  return { ...viewRun([]), run: 'r1', objective: 'so', tasks, questions, progress }
}

it('is not there before a plan is', () => {
  expect(statusBlock(view([]), 0)).toBeNull()
})

it('says how far each wave is, and which one is next', () => {
  const tasks = [task('T1', 'done'), task('T2', 'working'), task('T3', 'waiting', ['T1', 'T2'])]
  expect(statusBlock(view(tasks), 0)).toEqual({
    run: 'r1',
    objective: 'so',
    done: 1,
    total: 3,
    percent: 40,
    waves: [
      { number: 1, done: 1, total: 2 },
      { number: 2, done: 0, total: 1 },
    ],
    blocked: [],
    next: { wave: 2, pending: ['T3'] },
  })
})

it('names what is held up, why and for how long; a turn that has not come is not held up', () => {
  const ask = { kind: 'choice', text: '?', options: [], free: true } as const
  const question = { id: 'execute/T2@r1/attempt-1/what-now', ask, askedAt: 1000, answer: null }
  const tasks = [
    task('T1', 'given-up', [], 500),
    task('T2', 'diagnosing'),
    task('T3', 'blocked', ['T1'], 700),
    task('T4', 'waiting', ['T2']),
  ]
  expect(statusBlock(view(tasks, [question]), 4000)?.blocked).toEqual([
    { id: 'T2', why: 'waits for an answer', forMs: 3000 },
    { id: 'T3', why: 'needs T1', forMs: 3500 },
  ])
})
