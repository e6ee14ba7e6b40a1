import { createHmac } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createSeal, SEAL_LENGTH } from './hmac-seal.ts'

test('is the HMAC-SHA256 that everybody else computes', () => {
  fc.assert(
    fc.property(
      fc.uint8Array({ minLength: 32, maxLength: 32 }),
      fc.string(),
      fc.string({ unit: 'binary' }),
      (secret, purpose, text) => {
        const key = createHmac('sha256', secret).update(purpose).digest('hex')
        const whole = createHmac('sha256', key).update(text).digest('base64url')
        expect(createSeal(secret, purpose)(text)).toBe(whole.slice(0, SEAL_LENGTH))
      },
    ),
  )
})

test('differs by secret and by purpose', () => {
  const secret = Buffer.alloc(32, 1)
  const seals = [
    createSeal(secret, 'a')('x'),
    createSeal(secret, 'b')('x'),
    createSeal(Buffer.alloc(32, 2), 'a')('x'),
  ]
  expect(new Set(seals).size).toBe(3)
})
