import { describe, expect, it } from 'vitest'
import { findProfile } from './known-profiles.ts'
import type { ServiceTrouble } from './program-profile.ts'
import { recogniseTrouble, recogniseTroubleInReply } from './recognise-trouble.ts'
import { seenErrors, seenNotices } from '../../test/agents/seen-troubles.ts'

describe('an error', () => {
  it.each(seenErrors)('of %s that says %j means %s', (program, words, means) => {
    expect(findProfile(program)).not.toBe(null)
    expect(recogniseTrouble(words, findProfile(program))).toBe(means)
    expect(recogniseTrouble(words, null)).toBe(means)
  })

  const told: readonly (readonly [string, ServiceTrouble | null])[] = [
    ['429 You exceeded your current quota (insufficient_quota)', 'out-of-quota'],
    ['Your credit balance is too low to access the API', 'out-of-quota'],
    ['429 RESOURCE_EXHAUSTED: You exceeded your current quota, retry in 12s', 'rate-limited'],
    ['usage limit reached, resets at 2026-11-16T10:00:00Z', 'rate-limited'],
    ['{"type":"error","error":{"type":"overloaded_error"}}', 'overloaded'],
    ['invalid x-api-key', 'unauthorised'],
    ['The model `gpt-9` does not exist', 'model-unavailable'],
    ['model_not_found', 'model-unavailable'],
    ['Unknown model: fast', 'model-unavailable'],
    ['Invalid params', null],
    ['Connection error.', null],
    ['took 500 ms', null],
  ]
  it.each(told)('that says %j means %s', (words, means) => {
    expect(recogniseTrouble(words, null)).toBe(means)
  })

  it('is read by the words of its program first', () => {
    const troubles = [{ says: /no coins/i, means: 'out-of-quota' }] as const
    expect(recogniseTrouble('429 No coins left', { troubles })).toBe('out-of-quota')
    expect(recogniseTrouble('429 No coins left', null)).toBe('rate-limited')
  })
})

describe('a reply', () => {
  it.each(seenNotices)('of %s that says %j means %s', (program, reply, means) => {
    expect(recogniseTroubleInReply(reply, findProfile(program))).toBe(means)
  })

  const ordinary = [
    '',
    '{"status":"ok"}',
    'I made the client wait when it is rate-limited (HTTP 429), and added tests.',
    'Error handling for 429 and 503 is in place now: the client retries.',
    'Error: 429s are retried by the client from now on.',
    'The model does not exist in the database yet, so I added a migration for it.',
    'Authentication works again: a 401 is answered with a new token.',
    '429 is now handled like 503.',
    'Errors are mapped: 401 unauthorized, 402 payment required, 429 rate limit.',
    'Done.\n\nError: 429 Too Many Requests is what the server said before the change.',
    'The log said: stream disconnected before completion: a timeout.\nI made it try again.',
    '```\nError: 429 Too Many Requests\n```',
    '{"findings":["the API key is invalid"],"error":null}',
    `Error: 429 ${'and so on '.repeat(200)}`,
  ]
  it.each(ordinary)('that is work is not taken for an error: %j', (reply) => {
    for (const program of ['claude', 'codex', 'copilot', 'goose']) {
      expect(recogniseTroubleInReply(reply, findProfile(program))).toBe(null)
    }
    expect(recogniseTroubleInReply(reply, null)).toBe(null)
  })

  it('that is a notice without a known cause is left as it is', () => {
    expect(recogniseTroubleInReply('Ran into this error: the disk is full.', null)).toBe(null)
  })
})
