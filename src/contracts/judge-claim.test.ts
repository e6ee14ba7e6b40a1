import { describe, expect, it } from 'vitest'
import { judgeClaim } from './judge-claim.ts'

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

  it('stands with a report that bears it out, or with none', () => {
    const whole = {
      tests: { total: 3, passed: 2, failed: 0 },
      flows: { executed: 2, passed: 2 },
      docs: { parityVerified: true },
      preservedBehaviour: true,
      healthChecks: [{ name: 'api', isHealthy: true }],
      accessibility: { isMet: true },
    }
    const done = { status: 'completed', summary: 'done' } as const
    expect(judgeClaim({ ...done, ...whole })).toEqual(done)
    expect(judgeClaim(done)).toEqual(done)
  })

  it('A67: stands with tests that pass only sometimes', () => {
    expect(judgeClaim({ status: 'completed', summary: 'done', flaky: ['a'] }).status).toBe('completed')
  })
})
