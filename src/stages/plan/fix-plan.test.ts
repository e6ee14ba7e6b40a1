import { describe, expect, it } from 'vitest'
import { EXECUTORS } from '../../plan/role.ts'
import { makePlan, makeTask } from '../../../test/fixtures/make-plan.ts'
import { fixOfTask } from '../../plan/fix-of-task.ts'
import { lintPlan } from '../../plan/lint-plan.ts'
import { fixPlan, repairsOf } from './fix-plan.ts'
import type { WeighedIssue } from '../review/weigh-issues.ts'

const issue: WeighedIssue = {
  by: 'reviewer',
  weight: 'blocking',
  severity: 'major',
  confirmed: true,
  text: 'wrong',
  evidence: 'seen',
  file: 'a.ts',
  line: 3,
  about: 'T1.1',
  owner: null,
}

const plan = makePlan([
  makeTask({ id: 'T1', writeSet: ['a.ts', 'a.test.ts'] }),
  makeTask({ id: 'T2', role: 'ui-implementer', writeSet: ['a.ts', 'b.ts'] }),
  makeTask({ id: 'T3', role: 'browser-tester', writeSet: ['e2e/**'] }),
])

const owners: Readonly<Record<string, readonly string[]>> = {
  'a.ts': ['T1', 'T2'],
  'e2e/x.ts': ['T3'],
}

function repairs(...issues: readonly WeighedIssue[]) {
  return repairsOf(issues, plan, EXECUTORS, (path) => owners[path] ?? [], 'wave 1')
}

describe('repairs', () => {
  it('C35: belong to the last task that changed the file, with what it may write', () => {
    expect(repairs(issue, { ...issue, line: null, text: 'worse' })).toEqual([
      {
        letter: 'F',
        owner: 'T2',
        title: 'fix: what the review of wave 1 found in a.ts',
        description: '- a.ts:3: wrong (about T1.1) Seen: seen\n- a.ts: worse (about T1.1) Seen: seen',
        role: 'ui-implementer',
        writeSet: ['a.ts', 'b.ts'],
        acceptance: ['wrong', 'worse'],
      },
    ])
  })

  it.each([
    ['whom the issue names', { ...issue, owner: 'platform-engineer' }, 'platform-engineer'],
    ['not somebody whom nobody knows', { ...issue, owner: 'wizard' }, 'ui-implementer'],
    ['the implementer, not who only looks', { ...issue, file: 'e2e/x.ts' }, 'implementer'],
    ['the implementer, where nobody owns it', { ...issue, file: 'z.ts' }, 'implementer'],
  ])('are done by %s', (_, each, role) => {
    expect(repairs(each)).toMatchObject([{ role }])
  })

  it('come into the plan as its next revision, and leave the rest as it was', () => {
    const first = fixPlan({ plan, revision: 4 }, repairs(issue), 1)
    expect(first.agreed.revision).toBe(5)
    expect(first.agreed.plan.tasks.slice(0, 3)).toEqual(plan.tasks)
    expect(first.agreed.plan.lineage).toEqual([{ revision: 5, reason: 'review', changed: ['F1'] }])
    expect(first.added).toMatchObject([{ id: 'F1', wave: 1, dependencies: [] }])
    expect(first.added.map(fixOfTask)).toEqual([null])
    expect(lintPlan(first.agreed.plan).filter(({ severity }) => severity === 'error')).toEqual([])
    const second = fixPlan(first.agreed, repairs(issue), 1)
    expect(second.added.map(({ id }) => id)).toEqual(['F2'])
  })
})
