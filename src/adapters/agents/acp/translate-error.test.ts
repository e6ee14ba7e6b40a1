import { RequestError } from '@agentclientprotocol/sdk'
import { expect, it } from 'vitest'
import { translateError, translateReply } from './translate-error.ts'

const GOOSE = { agent: 'goose', program: null }
const NOW = Date.UTC(2026, 0, 1, 12)

it.each([
  [-32000, 'Authentication required', undefined, 'unauthorised'],
  [401, 'API key not valid', undefined, 'unauthorised'],
  [-32603, 'Internal error', { details: '401 Unauthorized' }, 'unauthorised'],
  [-32003, 'slow down', undefined, 'rate-limited'],
  [-32603, 'Internal error', { status: 429 }, 'rate-limited'],
  [403, 'Forbidden', undefined, 'unauthorised'],
  [-32603, 'Payment required', { status: 402 }, 'out-of-quota'],
  [-32000, 'Your credit balance is too low', undefined, 'out-of-quota'],
  [-32603, 'The model `x` does not exist', { status: 404 }, 'model-unavailable'],
  [-32000, 'You have hit your usage limit', undefined, 'rate-limited'],
  [-32603, 'Overloaded', undefined, 'overloaded'],
  [-32603, 'upstream said 529', undefined, 'overloaded'],
  [-32603, 'Service Unavailable', undefined, 'overloaded'],
  [-32603, 'Internal error', { details: 'tool exploded' }, 'protocol'],
  [-32602, 'Invalid params', undefined, 'protocol'],
])('reads %i %s %j as %s', (code, message, data, trouble) => {
  const failure = translateError(new RequestError(code, message, data), GOOSE, NOW)
  expect(failure.failure).toMatchObject({ code: 'agent-failed', trouble })
  expect(failure.message).toContain(message)
})

/** A moment in January on the clock of this machine. */
function local(day: number, hour: number, minute: number): number {
  return new Date(2026, 0, day, hour, minute).getTime()
}

/** When it is next this late on the clock of this machine. */
function next(hour: number, minute: number): number {
  const today = new Date(NOW).getDate()
  const at = local(today, hour, minute)
  return at > NOW ? at : local(today + 1, hour, minute)
}

const SECOND = 1000
const HOUR = 3_600_000

it.each([
  ['retry after 30 seconds', undefined, NOW + 30 * SECOND],
  ['Retry-After: 12', undefined, NOW + 12 * SECOND],
  ['Please try again in 1m30s.', undefined, NOW + 90 * SECOND],
  ['try again in 250ms', undefined, NOW + 250],
  ['Try again in 2 hours 5 minutes', undefined, NOW + 2 * HOUR + 300 * SECOND],
  ['limit resets at 2026-01-01T13:00:00Z', undefined, NOW + HOUR],
  ['limit resets at 2026-01-01 13:00 UTC', undefined, NOW + HOUR],
  [`resets at ${(NOW + HOUR) / 1000}`, undefined, NOW + HOUR],
  ['limit', { retryAfterSeconds: 5 }, NOW + 5 * SECOND],
  ['limit', { headers: { 'retry-after': '7' } }, NOW + 7 * SECOND],
  ['limit', { retry_after_ms: 1500 }, NOW + 1500],
  ['limit', { error: { resets_at: (NOW + HOUR) / 1000 } }, NOW + HOUR],
  ['limit', { resetAt: '2026-01-01T12:00:09Z' }, NOW + 9 * SECOND],
  ['limit', { retryDelay: '34s' }, NOW + 34 * SECOND],
  ['limit', 'retry in 3s', NOW + 3 * SECOND],
  ['limit', undefined, undefined],
  ['limit resets at 3pm', undefined, undefined],
  ['or try again at 11:48 PM.', undefined, next(23, 49)],
  ['or try again at 12:05 AM.', undefined, next(0, 6)],
  ['or try again at Jan 4th, 2026 3:45 PM.', undefined, local(4, 15, 46)],
  ['limit', { message: 'or try again at Jan 4th, 2026 3:45 PM.' }, local(4, 15, 46)],
  ['or try again at Foo 4th, 2026 3:45 PM.', undefined, undefined],
  ['retry after 90000000 seconds', undefined, undefined],
  ['limit resets at 2020-01-01T13:00:00Z', undefined, undefined],
  ['retry after 0 seconds', undefined, undefined],
])('reads from %j and %j when the limit ends', (message, data, retryAt) => {
  const { failure } = translateError(new RequestError(429, message, data), GOOSE, NOW)
  expect(failure.code === 'agent-failed' ? failure.retryAt : null).toBe(retryAt)
})

it('reads what broke a reply off from its last piece, and nothing from work that speaks of errors', () => {
  const last = 'stream disconnected before completion: Transport error: error decoding response body\n\n'
  const broken = translateReply({ text: `I begin with the te${last}`, last }, GOOSE, NOW)
  expect(broken?.failure).toMatchObject({ code: 'agent-failed', trouble: 'overloaded' })
  const text = 'The client now says: stream disconnected before completion, where it said nothing.'
  expect(translateReply({ text, last: text }, GOOSE, NOW)).toBe(null)
  expect(
    translateReply({ text: 'Error: 429 Too Many Requests', last: 'Requests' }, GOOSE, NOW)?.failure,
  ).toMatchObject({ trouble: 'rate-limited' })
})
