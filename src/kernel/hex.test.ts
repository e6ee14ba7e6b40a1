import fc from 'fast-check'
import { expect, test } from 'vitest'
import { hex32 } from './hex.ts'

test('is eight digits of the lowest 32 bits, whatever the sign', () => {
  fc.assert(
    fc.property(fc.integer(), (value) => {
      expect(hex32(value)).toBe((value >>> 0).toString(16).padStart(8, '0'))
    }),
  )
})
