import { describe, expect, it } from 'vitest'
import type { UsageReport } from '../../../profiles/usage-report.ts'
import { SessionUsage } from './session-usage.ts'

const told = (amount: number, currency = 'USD') => ({
  sessionUpdate: 'usage_update',
  cost: { amount, currency },
})
const answer = (totalTokens: number) => ({ stopReason: 'end_turn', usage: { totalTokens } })
const chunk = (inputTokens: number) => ({
  sessionUpdate: 'agent_message_chunk',
  _meta: { usage: { inputTokens, outputTokens: 1 } },
})
const open = (tokens: UsageReport, usd: UsageReport = 'cumulative', isNew = true) =>
  new SessionUsage({ tokens, usd }, isNew)

describe('money', () => {
  it('gives each turn its part of the running total', () => {
    const usage = open('never')
    usage.take(told(0.1))
    usage.take(told(0.5))
    expect(usage.soFar().usd).toBe(0.5)
    expect(usage.settle(null).usd).toBe(0.5)
    expect(usage.settle(null).usd).toBe(null)
    usage.take(told(0.75))
    usage.take({ sessionUpdate: 'usage_update', used: 1, size: 2 })
    expect(usage.settle(null).usd).toBe(0.25)
    usage.take(told(0.25))
    expect(usage.settle(null).usd).toBe(0.25)
  })

  it('knows nothing of other currencies, or of what a former process spent', () => {
    const usage = open('never', 'cumulative', false)
    usage.take(told(3, 'EUR'))
    expect(usage.settle(null).usd).toBe(null)
    usage.take(told(3))
    expect(usage.settle(null).usd).toBe(null)
    usage.take(told(4))
    expect(usage.settle(null).usd).toBe(1)
  })

  it('takes a turn’s own figure as it is, and believes nobody who is known not to tell', () => {
    const [each, never] = [open('never', 'per-turn'), open('never', 'never')]
    for (const usage of [each, never]) usage.take(told(0.5))
    expect([each.settle(null).usd, never.settle(null).usd]).toEqual([0.5, null])
    each.take(told(0.4))
    expect(each.settle(null).usd).toBe(0.4)
  })
})

describe('tokens', () => {
  const totals = (usage: SessionUsage, ...answers: readonly number[]) =>
    answers.map((tokens) => usage.settle(answer(tokens)).tokens?.total ?? null)

  it.each([
    ['per-turn', [240, 480]],
    ['cumulative', [240, 240]],
    ['last-call', [null, null]],
    ['per-call', [null, null]],
    ['never', [null, null]],
  ] as const)('reads an answer’s figures as %s', (report, expected) => {
    expect(totals(open(report), 240, 480)).toEqual(expected)
  })

  it('cannot tell the first turn of a session that a former process has used from those before', () => {
    expect(totals(open('cumulative', 'never', false), 240, 480)).toEqual([null, 240])
  })

  it('takes a total that has become smaller for a new beginning', () => {
    expect(totals(open('cumulative'), 240, 120)).toEqual([240, 120])
  })

  it('adds up the calls of a turn, and begins anew with the next', () => {
    const usage = open('per-call')
    for (const input of [30, 12]) usage.take(chunk(input))
    expect(usage.soFar().tokens?.total).toBe(44)
    expect(usage.settle({}).tokens).toMatchObject({ total: 44, input: 42, output: 2 })
    expect(usage.settle({}).tokens).toBe(null)
  })

  it('counts what came from a cache as input, wherever an agent puts it', () => {
    const usage = { totalTokens: 160, inputTokens: 100, outputTokens: 20, cachedReadTokens: 40 }
    expect(open('per-turn').settle({ usage }).tokens).toEqual({
      total: 160,
      input: 140,
      output: 20,
      cached: 40,
    })
  })
})
