import { describe, expect, it } from 'vitest'
import type { Inspection } from '../../contracts/inspection.ts'
import { verdictOf, weighIssues } from './weigh-issues.ts'

const issue = {
  severity: 'major',
  confirmed: true,
  text: 'wrong',
  evidence: 'seen',
  file: 'a.ts',
  line: 2,
  about: 'AC-001',
  owner: null,
} as const

const change = { files: [{ path: 'a.ts', kind: 'modified', lines: 2 }] }
const subjects = [{ id: 'AC-001', text: 'it adds' }]

function weigh(by: string, verdict: Inspection['verdict'], ...issues: Inspection['issues']) {
  const inspection = { verdict, confidence: 0.9, summary: 's', issues, praise: [] }
  const weighed = weighIssues(by, inspection, change, subjects)
  return { weights: weighed.map(({ weight }) => weight), verdict: verdictOf(inspection, weighed, 0.7) }
}

describe('an issue', () => {
  it.each([
    ['C32: of a reviewer, when it is major', 'reviewer', 'needs_revision', issue],
    ['C32: whatever the verdict is called', 'reviewer', 'abstain', issue],
    ['A45: of a critic whose verdict is blocking', 'critic', 'failed', issue],
    ['A47: of a designer, when it is critical', 'designer', 'failed', { ...issue, severity: 'critical' }],
    ['whose subject is written in another case', 'reviewer', 'failed', { ...issue, about: 'ac-001' }],
  ] as const)('blocks: %s', (_, by, verdict, each) => {
    expect(weigh(by, verdict, each)).toEqual({ weights: ['blocking'], verdict: 'blocked' })
  })

  it.each([
    ['A60: of a critic who wants changes', 'critic', issue, 'major'],
    ['A47: of a designer, when it is major', 'designer', issue, 'major'],
    ['that nobody has seen', 'reviewer', { ...issue, confirmed: false }, 'major'],
    ['without evidence', 'reviewer', { ...issue, evidence: '' }, 'major'],
    ['in a file that has not changed', 'reviewer', { ...issue, file: 'b.ts' }, 'major'],
    ['nowhere', 'reviewer', { ...issue, file: null }, 'major'],
    ['in a line that is not there', 'reviewer', { ...issue, line: 3 }, 'major'],
    ['about nothing that was agreed on', 'reviewer', { ...issue, about: 'taste' }, 'major'],
    ['about nothing', 'reviewer', { ...issue, about: null }, 'major'],
    ['that is small', 'reviewer', { ...issue, severity: 'minor' }, 'minor'],
  ] as const)('is only told: %s', (_, by, each, weight) => {
    expect(weigh(by, 'needs_revision', each)).toEqual({ weights: [weight], verdict: 'advised' })
  })
})
