import { describe, expect, it } from 'vitest'
import { initializerContract } from './initializer.ts'
import { readReply } from './read-reply.ts'

const docs = ['docs/ARCHITECTURE.md', 'docs/FINDINGS.md']
const contract = initializerContract({ docs })
const read = (value: unknown): unknown => readReply(contract, JSON.stringify(value))
const both = docs.map((path) => ({ path, change: 'written', evidence: ['src/a.ts'] }))

describe('the initializer', () => {
  it('accounts for every document, or says why it failed', () => {
    expect(read({ status: 'completed', docs: both })).toMatchObject({ kind: 'fits' })
    expect(read({ status: 'failed', summary: 'No code here.' })).toMatchObject({ kind: 'fits' })
  })

  it.each([
    ['a document that is left out', { status: 'completed', docs: both.slice(1) }, 'docs/ARCHITECTURE.md'],
    [
      'one that it was not given',
      { status: 'completed', docs: [...both, { ...both[0], path: 'README.md' }] },
      'not given README.md',
    ],
    ['no evidence', { status: 'completed', docs: both.map((doc) => ({ ...doc, evidence: [] })) }, 'by which'],
    ['a word we do not know', { status: 'completed', docs: [{ ...both[0], change: 'seen' }] }, 'change'],
    ['a failure without a reason', { status: 'failed' }, 'why it failed'],
    ['no status', { docs: both }, 'status'],
  ])('is sent back for %s', (_name, value, words) => {
    expect(read(value)).toMatchObject({ kind: 'unfit', complaint: expect.stringContaining(words) })
  })

  it('is asked in these words', () => {
    expect(contract.prompt({ objective: 'Add exports', docs, changed: ['src/a.ts'] })).toMatchSnapshot()
  })
})
