import { describe, expect, it } from 'vitest'
import type { AgentTrouble, Failure } from '../kernel/failure.ts'
import type { FailureClass } from './failure-class.ts'
import { classOfFailure, classOfFindings, classOfProof, classOfStatus } from './failure-class.ts'

describe('the class of a failure', () => {
  it.each<[AgentTrouble, FailureClass]>([
    ['crashed', 'transient'],
    ['overloaded', 'transient'],
    ['protocol', 'transient'],
    ['rate-limited', 'transient'],
    ['hung', 'hung'],
    ['timed-out', 'timeout'],
    ['refused', 'escalate'],
    ['unauthorised', 'model_unavailable'],
  ])('P4: of an agent that %s', (trouble, of) => {
    expect(classOfFailure({ code: 'agent-failed', message: '', trouble })).toBe(of)
  })

  it.each<[Failure, FailureClass]>([
    [{ code: 'reply-invalid', message: '', reply: '' }, 'transient'],
    [{ code: 'session-lost', message: '' }, 'transient'],
    [{ code: 'agent-missing', message: '' }, 'model_unavailable'],
    [{ code: 'limit-reached', message: '', scope: '' }, 'budget'],
    [{ code: 'bug', message: '', trace: '' }, 'escalate'],
  ])('P4: of %o', (failure, of) => {
    expect(classOfFailure(failure)).toBe(of)
  })

  it.each<[string | null, FailureClass]>([
    ['timed-out', 'timeout'],
    ['not-prepared', 'transient'],
    ['unstable-tests', 'flaky'],
    ['vanished-tests', 'regression'],
    ['no-tests', 'fixable'],
    ['unreadable-report', 'fixable'],
    ['exit-code', 'fixable'],
    [null, 'fixable'],
  ])('P2: of a proof that failed by %s', (cause, of) => {
    expect(classOfProof({ cause, failedTests: [], passedBefore: () => true })).toBe(of)
  })

  it('P2: tells a test that passed before from one that the work brought', () => {
    const passedBefore = (test: string): boolean => test === 'old'
    const classOf = (...failedTests: readonly string[]): FailureClass =>
      classOfProof({ cause: 'failed-tests', failedTests, passedBefore })
    expect([classOf('new'), classOf('new', 'old')]).toEqual(['new_failure', 'regression'])
  })

  it('of findings is that of the heaviest', () => {
    expect(classOfFindings([{ weight: 'reported' }, { weight: 'extended' }])).toBeNull()
    expect(classOfFindings([{ weight: 'needs-approval' }, { weight: 'reported' }])).toBe('needs_approval')
    expect(classOfFindings([{ weight: 'needs-approval' }, { weight: 'refused' }])).toBe('fixable')
  })

  it('of what an agent says of itself', () => {
    expect(classOfStatus('needs_input')).toBe('needs_input')
    expect(classOfStatus('needs_replan')).toBe('needs_replan')
    expect(classOfStatus('failed')).toBe('fixable')
  })
})
