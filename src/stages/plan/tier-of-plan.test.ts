import { describe, expect, it } from 'vitest'
import { makePlan } from '../../../test/fixtures/make-plan.ts'
import type { Tier } from '../../policy/tier.ts'
import { standardProcess } from '../../policy/process-policy.ts'
import { withTests } from './test-places.ts'
import { tierOfPlan } from './tier-of-plan.ts'

const files = (count: number): readonly string[] =>
  Array.from({ length: count }, (_, index) => `src/${index}.ts`)

describe('tierOfPlan', () => {
  it.each<[Tier, Parameters<typeof makePlan>[0]]>([
    ['trivial', [{ id: 'A', writeSet: files(1) }]],
    [
      'trivial',
      [
        { id: 'A', writeSet: ['a'] },
        { id: 'B', writeSet: ['a'] },
      ],
    ],
    ['trivial', [{ id: 'A', writeSet: withTests(files(1)) }]],
    ['small', [{ id: 'A', writeSet: files(5) }]],
    ['small', [{ id: 'A', writeSet: ['src/'] }]],
    ['small', [{ id: 'A', writeSet: ['src/**'] }]],
    ['medium', [{ id: 'A', writeSet: files(6) }]],
    ['large', [{ id: 'A', writeSet: files(16) }]],
    ['medium', [{ id: 'A', estimates: { effort: null, files: 7, lines: null, minutes: null } }]],
    ['small', [{ id: 'A' }, { id: 'B' }]],
  ])('%s: %j', (tier, tasks) => {
    expect(tierOfPlan(makePlan(tasks), standardProcess)).toBe(tier)
  })
})
