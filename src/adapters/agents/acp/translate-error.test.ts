import { RequestError } from '@agentclientprotocol/sdk'
import { expect, it } from 'vitest'
import { translateError } from './translate-error.ts'

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
  ['retry after 90000000 seconds', undefined, undefined],
  ['limit resets at 2020-01-01T13:00:00Z', undefined, undefined],
  ['retry after 0 seconds', undefined, undefined],
])('reads from %j and %j when the limit ends', (message, data, retryAt) => {
  const { failure } = translateError(new RequestError(429, message, data), GOOSE, NOW)
  expect(failure.code === 'agent-failed' ? failure.retryAt : null).toBe(retryAt)
})
