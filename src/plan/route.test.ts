import { expect, it } from 'vitest'
import type { Route, RoutedTask } from './route.ts'
import { routeFor } from './route.ts'

const task: RoutedTask = {
  id: 'T12-docs',
  role: 'implementer',
  writeSet: ['docs/a.md', 'src/ui/*.ts'],
  estimates: { effort: 'large', files: null, lines: null, minutes: null },
}
const fits = (route: Omit<Route, 'agents'>, role = 'implementer', of = task): boolean =>
  routeFor([{ ...route, agents: ['x'] }], role, of) !== null

it('P7: takes the first route that fits in everything it says', () => {
  const routes: readonly Route[] = [
    { task: 'T2*', agents: ['a'] },
    { effort: 'large', paths: ['lib/'], agents: ['b'] },
    { effort: 'large', paths: ['docs/**'], agents: ['c'] },
    { agents: ['d'] },
  ]
  expect(routeFor(routes, 'implementer', task)?.agents).toEqual(['c'])
  expect(routeFor(routes, 'implementer', { ...task, writeSet: [] })?.agents).toEqual(['d'])
})

it('is for whoever does the task, unless it names another role', () => {
  expect([fits({}), fits({}, 'reviewer')]).toEqual([true, false])
  expect([fits({ role: 'reviewer' }), fits({ role: 'reviewer' }, 'reviewer')]).toEqual([false, true])
})

it.each([
  ['T12-docs', true],
  ['T12', false],
  ['T*', true],
  ['*docs', true],
  ['T*-*s', true],
  ['*', true],
  ['T*2*2*', false],
  ['*docs*docs', false],
])('knows the id by %s: %s', (pattern, expected) => {
  expect(fits({ task: pattern })).toBe(expected)
})

it('meets globs of the write-set, and no size that nobody guessed', () => {
  expect(fits({ paths: ['src/ui/button.ts'] })).toBe(true)
  expect(fits({ paths: ['src/core/'] })).toBe(false)
  expect(fits({ effort: 'small' })).toBe(false)
  expect(
    fits({ effort: 'small' }, 'implementer', { ...task, estimates: { ...task.estimates, effort: null } }),
  ).toBe(false)
})
