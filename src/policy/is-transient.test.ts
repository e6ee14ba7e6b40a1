import { expect, it } from 'vitest'
import type { AgentTrouble } from '../kernel/failure.ts'
import { isTransient } from './is-transient.ts'

it.each<[AgentTrouble, boolean]>([
  ['crashed', true],
  ['hung', true],
  ['timed-out', true],
  ['rate-limited', true],
  ['overloaded', true],
  ['protocol', true],
  ['refused', false],
  ['unauthorised', false],
])('P4: an agent that %s may do better when fewer are at work: %s', (trouble, expected) => {
  expect(isTransient({ code: 'agent-failed', message: '', trouble })).toBe(expected)
})

it('no other failure passes by itself', () => {
  expect(isTransient({ code: 'reply-invalid', message: '', reply: '' })).toBe(false)
  expect(isTransient({ code: 'not-proven', message: '' })).toBe(false)
})
