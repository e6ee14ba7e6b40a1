import { describe, expect, it } from 'vitest'
import { makeTask } from '../../test/fixtures/make-plan.ts'
import { codeCritic } from './code-critic.ts'
import { designerValidate } from './designer-validate.ts'
import type { InspectRequest } from './inspection.ts'
import { readReply } from './read-reply.ts'
import { reviewer } from './reviewer.ts'

const request: InspectRequest = {
  scope: 'wave',
  objective: 'o',
  depth: 'standard',
  tasks: [makeTask({ id: 'T1', acceptance: [{ id: null, criterion: 'fast', verification: 'a watch' }] })],
  contracts: [{ from: 'T1', to: 'T2', interface: 'parse()', format: '' }],
  subjects: [{ id: 'T1.1', text: 'fast' }],
  files: [{ path: 'a.ts', kind: 'modified', tasks: ['T1'] }],
  diff: '=== a.ts (modified)\n@@ line 1\n-a\n+b',
  earlier: ['it was slow'],
}

const issue = { severity: 'major', confirmed: true, text: 'slow', evidence: '3 s', file: 'a.ts' }
const reply = { confidence: 0.9, summary: 's', issues: [] }

describe.each([
  ['reviewer', reviewer, { for: 'approved', against: 'needs_revision' }],
  ['critic', codeCritic, { for: 'pass', against: 'blocking' }],
  ['designer', designerValidate, { for: 'approved', against: 'failed' }],
])('%s', (_, contract, verdict) => {
  const read = (value: unknown) => readReply(contract, JSON.stringify(value))

  it('is told what to look at, and given the change as something to check', () => {
    expect(contract.prompt(request)).toMatchSnapshot()
    expect(contract.sources?.(request)).toEqual([{ trust: 'check', title: 'The change', text: request.diff }])
    expect(contract.access).toBe('read')
  })

  it('approves, objects with reasons, or abstains', () => {
    expect(read({ ...reply, verdict: verdict.for })).toMatchObject({ reply: { verdict: 'approved' } })
    const against = read({ ...reply, verdict: verdict.against, issues: [issue] })
    expect(against).toMatchObject({ kind: 'fits' })
    expect(read({ ...reply, verdict: 'abstain' })).toMatchObject({ reply: { verdict: 'abstain' } })
  })

  it.each([
    ['A39: no verdict', reply, 'verdict'],
    ['an unknown verdict', { ...reply, verdict: 'meh' }, 'verdict'],
    ['no confidence', { summary: 's', issues: [], verdict: verdict.for }, 'confidence'],
    ['C32: a verdict without a reason', { ...reply, verdict: verdict.against }, 'at least one issue'],
    ['praise for what is broken', { ...reply, verdict: verdict.for, issues: [issue] }, 'You approve'],
    [
      'C51: something seen that is not shown',
      { ...reply, verdict: verdict.against, issues: [{ ...issue, evidence: ' ' }] },
      'Confirmed needs evidence',
    ],
  ])('is sent back for %s', (_name, value, words) => {
    expect(read(value)).toMatchObject({ kind: 'unfit', complaint: expect.stringContaining(words) })
  })
})
