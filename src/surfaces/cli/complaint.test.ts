import { expect, test } from 'vitest'
import { complaint } from './complaint.ts'

test('P11: a complaint repeats nothing that a terminal acts on', () => {
  const said = complaint('the file "\u001b]52;c;AAAA\u0007\u202ea" is\nunknown', (_colour, text) => text)
  expect(said).toMatch(/^tutti: the file "[^\p{Cc}\u202e]*a" is\nunknown$/u)
})
