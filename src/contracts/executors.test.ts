import { describe, expect, it } from 'vitest'
import { makeTask } from '../../test/fixtures/make-plan.ts'
import { EXECUTORS } from '../plan/role.ts'
import { executorFor, executorsWith } from './executors.ts'
import type { ImplementRequest } from './implement-request.ts'
import { implementer } from './implementer.ts'
import { judgeClaim } from './judge-claim.ts'
import { readReply, replyInstruction } from './read-reply.ts'

const request: ImplementRequest = {
  objective: 'o',
  task: makeTask({ id: 'T1' }),
  contracts: [],
  verification: ['npm test'],
  diagnosis: null,
  kept: null,
  conflict: null,
  news: null,
}

const done = { status: 'completed', summary: 'done' }
const evidence: Readonly<Record<string, object>> = {
  'platform-engineer': { healthChecks: [{ name: 'api', isHealthy: true }], environment: 'staging' },
  designer: { accessibility: { isMet: true }, decisions: ['blue'] },
  'browser-tester': { flows: { executed: 2, passed: 2 } },
  'mobile-tester': { flows: { executed: 2, passed: 2 } },
  'documentation-writer': { docs: { created: ['a.md'], updated: [], parityVerified: true } },
  'code-simplifier': { changes: ['less'], preservedBehaviour: true },
}

function read(role: string, value: unknown) {
  return readReply(executorFor(role, 'full'), JSON.stringify(value))
}

const unfit = (words: string): object => ({ kind: 'unfit', complaint: expect.stringContaining(words) })

describe('whoever does a task', () => {
  it('is asked as in the first version where reports are short', () => {
    const short = executorFor('implementer', 'short')
    expect(short.prompt(request)).toBe(implementer.prompt(request))
    expect(replyInstruction(short)).toBe(replyInstruction(implementer))
  })

  it.each(EXECUTORS)('%s: is told its work in words of its own', (role) => {
    expect(executorFor(role, 'full').prompt(request)).toMatchSnapshot()
  })

  it.each(EXECUTORS)('A(2): %s gives a reply that fits, in prose or not', (role) => {
    const value = { ...done, ...evidence[role] }
    expect(read(role, value)).toMatchObject({ kind: 'fits', reply: value })
    const inProse = `Here it is:\n\`\`\`json\n${JSON.stringify(value)}\n\`\`\``
    expect(readReply(executorFor(role, 'full'), inProse)).toMatchObject({ kind: 'fits' })
    expect(judgeClaim({ ...value, status: 'completed' })).toMatchObject({ status: 'completed' })
  })

  it.each(Object.keys(evidence))('A39: %s cannot be completed without its evidence', (role) => {
    expect(read(role, done)).toMatchObject(unfit('Completed needs evidence'))
    expect(read(role, { status: 'failed', summary: 'no' })).toMatchObject({ kind: 'fits' })
  })

  it.each([
    ['no summary', { status: 'completed' }, 'summary'],
    ['an unknown status', { ...done, status: 'great' }, 'status'],
    ['half a count', { ...done, tests: { total: 1, passed: 1 } }, 'tests.failed'],
    ['a count below nothing', { ...done, tests: { total: 1, passed: 2, failed: -1 } }, 'tests.failed'],
    ['a choice of one', { ...done, clarification: { options: [{ id: 'a', description: 'A' }] } }, 'options'],
    ['an unknown failure', { status: 'failed', summary: 'x', failure: 'bad luck' }, 'failure'],
    ['a gap without a name', { ...done, capabilityGap: { missing: ' ' } }, 'missing'],
  ])('is sent back for %s', (_, value, words) => {
    expect(read('implementer', value)).toMatchObject(unfit(words))
  })

  it.each([
    ['truncated', '{"status":"completed","summary":"do', 'no JSON object'],
    ['10 MB of garbage', 'x{'.repeat(5_000_000), 'no JSON object'],
  ])('is sent back for a reply that is %s', (_, text, words) => {
    expect(readReply(executorFor('implementer', 'full'), text)).toMatchObject(unfit(words))
  })

  it('C47: must recommend one of the options it offers', () => {
    const options = [
      { id: 'a', description: 'A' },
      { id: 'b', description: 'B' },
    ]
    const ask = { status: 'needs_input', summary: 'which?' }
    expect(read('implementer', { ...ask, clarification: { options, recommended: 'b' } })).toMatchObject({
      kind: 'fits',
    })
    expect(read('implementer', { ...ask, clarification: { options, recommended: 'c' } })).toMatchObject(
      unfit('one of a, b'),
    )
  })

  it('of a team is asked in general words and may be of any name', () => {
    const team = { name: 'translator', description: '', instructions: '', from: 'x.md' }
    expect(executorsWith([{ ...team, access: 'write' }])).toContain('translator')
    expect(executorsWith([{ ...team, access: 'read' }])).not.toContain('translator')
    const translator = executorFor('translator', 'short')
    expect(translator).toMatchObject({ role: 'translator', mayLeaveAll: false })
    expect(translator.prompt(request)).toBe(implementer.prompt(request))
  })
})

describe('a claim of completed', () => {
  it.each([
    ['A65: failing tests', { tests: { total: 3, passed: 2, failed: 1 } }],
    ['A65: counts that cannot be', { tests: { total: 3, passed: 4, failed: 0 } }],
    ['A66: flows that do not pass', { flows: { executed: 3, passed: 2 } }],
    ['A66: no flow at all', { flows: { executed: 0, passed: 0 } }],
    ['A66: more flows than there were', { flows: { executed: 1, passed: 2 } }],
    ['documents that nobody compared', { docs: { parityVerified: false } }],
    ['behaviour that changed', { preservedBehaviour: false }],
    ['something that is not healthy', { healthChecks: [{ name: 'api', isHealthy: false }] }],
    ['a design that shuts somebody out', { accessibility: { isMet: false } }],
  ])('does not stand with %s', (_, report) => {
    expect(judgeClaim({ status: 'completed', summary: 'done', ...report }).status).toBe('needs_revision')
  })

  it('A67: stands with tests that pass only sometimes', () => {
    expect(judgeClaim({ status: 'completed', summary: 'done', flaky: ['a'] }).status).toBe('completed')
  })
})
