import { describe, expect, it } from 'vitest'
import type { AgentTrouble, Failure } from '../kernel/failure.ts'
import { afterAgentFailure, isTaskTrouble } from './after-agent-failure.ts'
import { standardPolicy } from './run-policy.ts'

function agentFailed(trouble: AgentTrouble, retryAt?: number): Failure {
  return { code: 'agent-failed', message: 'm', trouble, ...(retryAt === undefined ? {} : { retryAt }) }
}

describe('what follows a failed agent', () => {
  it.each(['crashed', 'hung', 'timed-out', 'overloaded', 'protocol', 'rate-limited'] as const)(
    'P4: %s is tried again, each time after twice the pause, and not for ever',
    (trouble) => {
      const reactions = [1, 2, 3].map((failed) =>
        afterAgentFailure(agentFailed(trouble), failed, standardPolicy),
      )
      expect(reactions).toEqual([
        { kind: 'try-again', wait: { ms: 1000 } },
        { kind: 'try-again', wait: { ms: 2000 } },
        { kind: 'give-up' },
      ])
    },
  )

  it('P5: a rate limit with a known end is waited out and is no failed try', () => {
    const reaction = afterAgentFailure(agentFailed('rate-limited', 5000), 99, standardPolicy)
    expect(reaction).toEqual({ kind: 'wait', wait: { until: 5000 } })
  })

  it.each(['refused', 'unauthorised'] as const)('%s needs a person, not another try', (trouble) => {
    expect(afterAgentFailure(agentFailed(trouble), 1, standardPolicy)).toEqual({ kind: 'give-up' })
  })

  it('a cap or a cancellation is never tried again', () => {
    expect(afterAgentFailure({ code: 'limit-reached', message: '', scope: '' }, 1, standardPolicy).kind).toBe(
      'give-up',
    )
    expect(afterAgentFailure({ code: 'cancelled', message: '' }, 1, standardPolicy).kind).toBe('give-up')
    expect(isTaskTrouble({ code: 'cancelled', message: '' })).toBe(false)
    expect(isTaskTrouble(agentFailed('crashed'))).toBe(true)
  })
})
