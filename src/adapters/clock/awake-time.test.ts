import { expect, test } from 'vitest'
import { AwakeTime } from './awake-time.ts'

test('P5: a stop of any length counts as one beat, everything else as it is', () => {
  let now = 1000
  const time = new AwakeTime(() => now)
  for (const [ms, total] of [
    [500, 500],
    [1500, 2000],
    [3000, 2500],
    [9 * 24 * 3_600_000, 3000],
    [-50, 3000],
    [20, 3020],
  ] as const) {
    now += ms
    expect(time.look()).toBe(total)
  }
})
