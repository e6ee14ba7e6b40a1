import { expect, it } from 'vitest'
import { estimateRemaining } from './estimate.ts'
import type { TaskView } from './run-view.ts'

function task(id: string, parts: Partial<TaskView> = {}): TaskView {
  const fresh = {
    title: id,
    dependencies: [],
    attempt: 0,
    agent: null,
    note: null,
    startedAt: null,
    endedAt: null,
  }
  return { id, state: 'waiting', ...fresh, ...parts }
}

const done = task('A', { state: 'done', startedAt: 0, endedAt: 100 })

it('says nothing before a task has been observed', () => {
  expect(estimateRemaining([task('A'), task('B')], 2, 50)).toBeNull()
})

it('puts independent tasks side by side as wide as the run works', () => {
  const open = [task('B'), task('C'), task('D'), task('E')]
  expect(estimateRemaining([done, ...open], 1, 100)).toBe(400)
  expect(estimateRemaining([done, ...open], 2, 100)).toBe(200)
  expect(estimateRemaining([done, ...open], 9, 100)).toBe(100)
})

it('follows dependencies', () => {
  const chain = [task('B'), task('C', { dependencies: ['B'] }), task('D', { dependencies: ['C'] })]
  expect(estimateRemaining([done, ...chain], 4, 100)).toBe(300)
})

it('takes off what a running task has had already, but never all of it', () => {
  const running = task('B', { state: 'working', startedAt: 100 })
  expect(estimateRemaining([done, running], 1, 160)).toBe(40)
  expect(estimateRemaining([done, running], 1, 9000)).toBe(10)
})

it('is over when nothing is open', () => {
  expect(estimateRemaining([done], 1, 100)).toBe(0)
})
