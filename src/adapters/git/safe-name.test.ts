import fc from 'fast-check'
import { expect, test } from 'vitest'
import { safeName } from './safe-name.ts'

test('plain names stay as they are', () => {
  for (const name of ['T1', 'gate-1', 'fix_the_bug-1a2b', '_']) expect(safeName(name)).toBe(name)
})

test('every name gives one safe component that is its own', () => {
  const names = fc.oneof(
    fc.string(),
    fc.string({ unit: 'binary' }),
    fc.constantFrom('.', '..', '/', '-', 'a.lock'),
  )
  fc.assert(
    fc.property(names, names, (one, other) => {
      expect(safeName(one)).toMatch(/^[A-Za-z0-9_][A-Za-z0-9_-]*(\+[0-9a-f]{16})?$/)
      expect(safeName(one).length).toBeLessThanOrEqual(64)
      expect(safeName(one) === safeName(other)).toBe(one === other)
      // A made name is not plain, so it is made again and can never be taken by it.
      expect(safeName(`${one}/`) === safeName(safeName(`${one}/`))).toBe(false)
    }),
    { numRuns: 50 },
  )
})
