import { expect, it } from 'vitest'
import { plainPolicy, scheduledTask as task } from '../../test/harness/scheduled-task.ts'
import { parallelAdvice } from './schedule-advice.ts'

const long = { minutes: 30 }

it.each([
  ['a plan that is shared out well', [task('A', long), task('B', long)], 4, 2],
  ['one task', [task('A', long)], 1, 1],
  ['no task', [], 1, 1],
  ['a chain', [task('A', long), task('B', { ...long, dependencies: ['A'] })], 1, 1],
  ['tasks that write the same file', [task('A', long), task('B', { ...long, writeSet: ['A.ts'] })], 1, 1],
  ['little gain', [task('A', { minutes: 90 }), task('B', { minutes: 9 })], 1, 1.1],
  ['little work', [task('A', { minutes: 9 }), task('B', { minutes: 9 })], 1, 2],
])('%s', (_name, tasks, width, gain) => {
  const advice = parallelAdvice(tasks, plainPolicy)
  expect(advice.width).toBe(width)
  expect(advice.gain).toBeCloseTo(gain)
})

it('says why', () => {
  const little = [task('A', { minutes: 9 }), task('B', { minutes: 8.5 })]
  expect(parallelAdvice(little, plainPolicy).reason).toContain('18 minutes of work')
  expect(parallelAdvice(little, { ...plainPolicy, parallel: 1 })).toMatchObject({ width: 1, gain: 1 })
  expect(parallelAdvice(little, { ...plainPolicy, leastWorkMinutes: 0 }).reason).toContain('1.9 times')
})
