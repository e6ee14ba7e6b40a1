import { expect, it } from 'vitest'
import { oneLine } from '../kernel/plain-text.ts'
import { duration, plural } from './words.ts'

it.each([
  [400, '<1s'],
  [1000, '1s'],
  [83_000, '1m 23s'],
  [3_660_000, '1h 1m'],
])('says %i ms as %s', (ms, words) => {
  expect(duration(ms)).toBe(words)
})

it('P11: lets no control or direction character of a stranger through', () => {
  expect(oneLine('a\u001B[31mred\u0007\n\u202Eevil\u2066x')).toBe('a [31mred evil x')
})

it('cuts by letters a reader sees', () => {
  expect(oneLine('naïve 👩‍👩‍👧 family', 8)).toHaveLength('naïve 👩‍👩‍👧…'.length)
  expect(plural(1, 'ref')).toBe('1 ref')
})
