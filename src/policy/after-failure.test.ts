import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Action, AskReason } from './after-failure.ts'
import { afterFailure } from './after-failure.ts'
import { countedClass } from './failure-budget.ts'
import type { FailureClass } from './failure-class.ts'
import { FAILURE_CLASSES } from './failure-class.ts'
import type { FailureLevel, FailureTally } from './failure-ledger.ts'
import { emptyTally } from './failure-ledger.ts'
import { standardPolicy } from './run-policy.ts'

const attempt = { of: 'attempt', isPlain: false, until: null } as const
const LEVELS: readonly FailureLevel[] = ['same', 'everywhere', 'attempts', 'task', 'wave', 'run']

function tally(
  counts: Partial<Record<FailureLevel, number>>,
  grants: Partial<Record<FailureLevel, number>> = {},
): FailureTally {
  return { counts: { ...emptyTally.counts, ...counts }, grants: { ...emptyTally.grants, ...grants } }
}

function next(of: FailureClass, ledger: FailureTally = emptyTally): Action {
  return afterFailure({ ...attempt, class: of }, standardPolicy, ledger, 1)
}

describe('what follows a failed call of an agent', () => {
  const call = { of: 'call', isPlain: true, until: null } as const

  it.each(['transient', 'timeout', 'hung'] as const)(
    'P4: %s is tried again, each time after twice the pause, and not for ever',
    (of) => {
      const actions = [1, 2, 3].map((failed) =>
        afterFailure({ ...call, class: of }, standardPolicy, emptyTally, failed),
      )
      expect(actions).toEqual([
        { kind: 'retry-same', pauseMs: 1000 },
        { kind: 'retry-same', pauseMs: 2000 },
        { kind: 'fail-attempt' },
      ])
    },
  )

  it('P5: a rate limit with a known end is waited out and is no failed try', () => {
    const limited = { ...call, class: 'transient', until: 5000 } as const
    expect(afterFailure(limited, standardPolicy, emptyTally, 99)).toEqual({ kind: 'wait-until', at: 5000 })
  })

  it('P4: what no other try can change is not tried again', () => {
    for (const of of ['escalate', 'model_unavailable'] as const) {
      const action = afterFailure({ ...call, class: of }, standardPolicy, emptyTally, 1)
      expect(action).toEqual({ kind: 'fail-attempt' })
    }
    expect(afterFailure({ ...call, class: 'budget' }, standardPolicy, emptyTally, 1)).toEqual({
      kind: 'stop',
    })
  })
})

describe('what follows a failed attempt', () => {
  it.each<[FailureClass, Action]>([
    ['transient', { kind: 'diagnose-then-retry' }],
    ['fixable', { kind: 'diagnose-then-retry' }],
    ['regression', { kind: 'diagnose-then-retry' }],
    ['new_failure', { kind: 'diagnose-then-retry' }],
    ['flaky', { kind: 'diagnose-then-retry' }],
    ['timeout', { kind: 'diagnose-then-retry' }],
    ['hung', { kind: 'diagnose-then-retry' }],
    ['needs_replan', { kind: 'replan' }],
    ['needs_input', { kind: 'ask-person', why: 'input' }],
    ['needs_approval', { kind: 'ask-person', why: 'approval' }],
    ['model_unavailable', { kind: 'ask-person', why: 'unavailable' }],
    ['escalate', { kind: 'ask-person', why: 'escalated' }],
    ['budget', { kind: 'stop' }],
  ])('P4: %s', (of, action) => {
    expect(next(of)).toEqual(action)
  })

  it('P4: a problem that is its own diagnosis is sent back without one', () => {
    const plain = { ...attempt, isPlain: true, class: 'fixable' } as const
    expect(afterFailure(plain, standardPolicy, emptyTally, 1)).toEqual({ kind: 'send-back' })
  })

  it.each<[FailureLevel, number]>([
    ['same', 3],
    ['everywhere', 6],
    ['attempts', 5],
    ['task', 3],
    ['wave', 9],
    ['run', 30],
  ])(
    'P4: the failure that uses up what %s allows asks a person, until one gives as much again',
    (level, cap) => {
      const asked: Action = { kind: 'ask-person', why: level satisfies AskReason }
      expect(next('fixable', tally({ [level]: cap - 1 })).kind).toBe('diagnose-then-retry')
      expect(next('fixable', tally({ [level]: cap }))).toEqual(asked)
      expect(next('fixable', tally({ [level]: cap }, { [level]: 1 })).kind).toBe('diagnose-then-retry')
      expect(next('fixable', tally({ [level]: 2 * cap }, { [level]: 1 }))).toEqual(asked)
    },
  )

  it('P4: a gate that may do better is run again on the same files, and not for ever', () => {
    const slow = { ...attempt, of: 'gate', class: 'timeout' } as const
    const kinds = [1, 2, 3].map((runs) => afterFailure(slow, standardPolicy, emptyTally, runs).kind)
    expect(kinds).toEqual(['re-run', 're-run', 'diagnose-then-retry'])
    const wrong = { ...slow, class: 'regression' } as const
    expect(afterFailure(wrong, standardPolicy, emptyTally, 1).kind).toBe('diagnose-then-retry')
  })

  it('P4: a plan is made anew as often as the policy says', () => {
    const stuck = { ...attempt, class: 'needs_replan' } as const
    expect(afterFailure(stuck, standardPolicy, emptyTally, 2)).toEqual({ kind: 'ask-person', why: 'replans' })
  })

  it('P4: whatever has happened, nothing is tried again that has used up any of its budgets', () => {
    const numbers = fc.record(
      Object.fromEntries(LEVELS.map((level) => [level, fc.nat({ max: 40 })])) as Record<
        FailureLevel,
        fc.Arbitrary<number>
      >,
    )
    fc.assert(
      fc.property(fc.constantFrom(...FAILURE_CLASSES), fc.boolean(), numbers, (of, isPlain, counts) => {
        const action = afterFailure({ ...attempt, isPlain, class: of }, standardPolicy, tally(counts), 1)
        const counted = countedClass(of)
        if (counted === null) return
        const { task, wave, run } = standardPolicy.failures[counted]
        const isUsedUp =
          counts.same >= standardPolicy.sameFailures ||
          counts.everywhere >= 2 * standardPolicy.sameFailures ||
          counts.attempts >= standardPolicy.attempts ||
          counts.task >= task ||
          counts.wave >= wave ||
          counts.run >= run
        expect(action.kind === 'ask-person').toBe(isUsedUp)
      }),
    )
  })
})
