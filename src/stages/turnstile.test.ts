import { expect, it } from 'vitest'
import { deferred } from '../kernel/deferred.ts'
import { Turnstile } from './turnstile.ts'

it('lets no more through at once than it is wide, and everybody in the end', async () => {
  const turnstile = new Turnstile(2)
  const gates = Array.from({ length: 5 }, () => deferred<void>())
  let inside = 0
  let most = 0
  const passing = gates.map(({ promise }) =>
    turnstile.pass(async () => {
      most = Math.max(most, (inside += 1))
      await promise
      inside -= 1
    }),
  )
  for (const gate of gates) gate.resolve()
  await Promise.all(passing)
  expect(most).toBe(2)
})

it('frees its place when the work fails', async () => {
  const turnstile = new Turnstile(1)
  await expect(turnstile.pass(() => Promise.reject(new Error('no')))).rejects.toThrow('no')
  expect(await turnstile.pass(async () => 'yes')).toBe('yes')
})
