import { describe, expect, it } from 'vitest'
import { implementer } from './implementer.ts'
import { lastJsonObject, readReply, replyInstruction } from './read-reply.ts'

describe('reading a reply', () => {
  it.each([
    ['a fenced block', '```json\n{"a":1}\n```', { a: 1 }],
    ['noise around it', 'Info: New version!\n{"a":{"b":"}"}} trailing words', { a: { b: '}' } }],
    ['the last of several', 'first {"a":1} then {"a":2}', { a: 2 }],
    ['an unbalanced brace before it', 'use { to begin: {"a":3}', { a: 3 }],
    ['nothing', 'no object here', null],
    ['half an object', '{"a":', null],
    ['an array', '[1,2]', null],
  ])('finds the object in %s', (_name, text, expected) => {
    expect(lastJsonObject(text)).toEqual(expected)
  })

  it('P7: a hostile text costs bounded time and is no reply', () => {
    expect(lastJsonObject('{'.repeat(5_000_000))).toBeNull()
    expect(lastJsonObject('{"a":'.repeat(100_000))).toBeNull()
  })

  it('P7: a claim of success alone is not a fitting reply', () => {
    expect(readReply(implementer, 'Done! All tests pass.')).toMatchObject({ kind: 'unfit' })
    expect(readReply(implementer, '{"status":"success","summary":"x"}')).toMatchObject({
      kind: 'unfit',
      complaint: expect.stringContaining('status'),
    })
    expect(readReply(implementer, '{"status":"completed","summary":"x"}')).toMatchObject({ kind: 'fits' })
  })

  it('asks with the schema that it checks', () => {
    expect(replyInstruction(implementer)).toContain('needs_revision')
  })
})
