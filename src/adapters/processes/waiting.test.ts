import { expect, test } from 'vitest'
import { Waiting } from './waiting.ts'

test('P5: whoever waits for others to end gives up after time that he was awake', () => {
  let now = 7
  const waited = new Waiting(() => now)
  for (const [ms, total] of [
    [10, 10],
    [900, 910],
    [9 * 24 * 3_600_000, 1910],
    [10, 1920],
  ] as const) {
    now += ms
    expect(waited.look()).toBe(total)
  }
})
