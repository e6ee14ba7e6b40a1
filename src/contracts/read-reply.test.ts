import { describe, expect, it } from 'vitest'
import { debuggerContract } from './debugger.ts'
import { implementer } from './implementer.ts'
import { planner } from './planner.ts'
import { lastJsonObject, readReply, replyInstruction } from './read-reply.ts'
import { researcher } from './researcher.ts'

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

  it('takes fitting replies of every role and refuses the others', () => {
    expect(readReply(researcher, '{"summary":"s","findings":[{"path":"a","note":"n"}]}').kind).toBe('fits')
    expect(readReply(researcher, '{"findings":[]}').kind).toBe('unfit')
    const found = {
      rootCause: 'r',
      location: { path: 'a' },
      kind: 'code',
      fix: 'f',
      changes: 'c',
      confidence: 0.5,
    }
    const judged = (parts: object, earlierFixes: readonly string[] = []): string =>
      readReply(debuggerContract({ earlierFixes }), JSON.stringify({ ...found, ...parts })).kind
    expect(judged({})).toBe('fits')
    expect(judged({ confidence: 5 })).toBe('unfit')
  })

  it('P4: refuses a diagnosis that says nothing, or advises what has failed before', () => {
    const found = {
      rootCause: 'r',
      location: { path: 'a' },
      kind: 'code',
      fix: 'Do it!',
      changes: 'c',
      confidence: 1,
    }
    const judged = (parts: object, earlierFixes: readonly string[] = []): string =>
      readReply(debuggerContract({ earlierFixes }), JSON.stringify({ ...found, ...parts })).kind
    expect(judged({}, ['Do that'])).toBe('fits')
    expect(judged({}, ['do  it'])).toBe('unfit')
    expect(judged({ fix: '  ' })).toBe('unfit')
    expect(judged({ changes: '' })).toBe('unfit')
    expect(judged({ location: undefined })).toBe('unfit')
  })

  it('judges a plan that fits the schema but cannot be played', () => {
    const plan = {
      objective: 'o',
      tasks: [
        { id: 'A', title: 'a', dependencies: ['B'] },
        { id: 'B', title: 'b', dependencies: ['A'] },
      ],
    }
    expect(readReply(planner, JSON.stringify(plan))).toMatchObject({
      complaint: expect.stringContaining('A → B'),
    })
  })

  it('asks with the schema that it checks', () => {
    expect(replyInstruction(implementer)).toContain('needs_revision')
  })
})
