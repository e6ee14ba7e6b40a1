import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { formatDuration, parseDuration } from './duration.ts'

describe('duration', () => {
  it.each([
    ['250ms', 250],
    ['90s', 90_000],
    ['10m', 600_000],
    ['2h', 7_200_000],
    ['1d', 86_400_000],
    ['9999999d', 863_999_913_600_000],
  ])('reads %s', (text, ms) => {
    expect(parseDuration(text)).toBe(ms)
  })

  it.each(['', '0s', '01m', '-1s', '1.5h', '10', 's', '1 h', '1h30m', '1w', '10000000d', '1H', '1s\n'])(
    'refuses %j',
    (text) => {
      expect(parseDuration(text)).toBeNull()
    },
  )

  it('writes the largest unit that is exact', () => {
    expect([1, 1_000, 90_000, 5_400_000, 7_200_000, 172_800_000].map(formatDuration)).toEqual([
      '1ms',
      '1s',
      '90s',
      '90m',
      '2h',
      '2d',
    ])
  })

  it('reads back what it wrote', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 9_999_999 }),
        fc.constantFrom('ms', 's', 'm', 'h', 'd'),
        (n, unit) => {
          const ms = parseDuration(`${n}${unit}`)
          expect(ms).not.toBeNull()
          expect(parseDuration(formatDuration(ms ?? 0))).toBe(ms)
        },
      ),
    )
  })
})
