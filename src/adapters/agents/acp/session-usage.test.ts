import fc from 'fast-check'
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

describe('figures that make no sense', () => {
  const senseless: readonly unknown[] = [-1000, Infinity, Number.NaN, '5', {}, true]

  it.each(senseless)('P5: a cost of %j takes nothing back, and is known to make no sense', (amount) => {
    for (const report of ['cumulative', 'per-turn'] as const) {
      const usage = open('never', report)
      usage.take(told(0.5))
      usage.take(told(amount as number))
      expect(usage.soFar()).toMatchObject({ usd: 0.5, isSenseless: true })
      expect(usage.settle(null)).toMatchObject({ usd: 0.5, isSenseless: true })
      usage.take(told(0.75))
      const next = report === 'cumulative' ? 0.25 : 0.75
      expect(usage.settle(null)).toEqual({ tokens: null, usd: next, isSenseless: false })
    }
  })

  it.each(senseless)('P5: tokens of %j take nothing back, and are known to make no sense', (total) => {
    for (const report of ['cumulative', 'per-turn'] as const) {
      const usage = open(report, 'never')
      expect(usage.settle(answer(240)).tokens?.total).toBe(240)
      expect(usage.settle(answer(total as number))).toMatchObject({ tokens: null, isSenseless: true })
    }
    const calls = open('per-call', 'never')
    for (const input of [30, total as number]) calls.take(chunk(input))
    expect(calls.settle({}).tokens?.total).toBeGreaterThanOrEqual(31)
  })

  it('P5: a running total that falls within a turn is a new beginning, and takes nothing back', () => {
    const usage = open('never')
    for (const amount of [0.5, 0.125, 0.25]) usage.take(told(amount))
    expect(usage.settle(null).usd).toBe(0.75)
    usage.take(told(0.5))
    expect(usage.settle(null).usd).toBe(0.25)
  })

  it('P5: parts that fall while the total rises make no price below nothing', () => {
    const usage = open('cumulative', 'never')
    const parts = (inputTokens: number, outputTokens: number) => ({ usage: { inputTokens, outputTokens } })
    usage.settle(parts(100, 1000))
    const { tokens } = usage.settle(parts(2000, 0))
    expect(tokens).toEqual({ total: 900, input: null, output: null, cached: null })
  })

  it('P5: sums are never below what was told before, whatever is told next', () => {
    const amount = fc.oneof(fc.double(), fc.integer(), fc.constantFrom(-1000, 1e308, 0, null, '1'))
    const reports = fc.constantFrom<UsageReport[]>('per-turn', 'cumulative', 'per-call', 'last-call', 'never')
    fc.assert(
      fc.property(reports, reports, fc.array(amount, { maxLength: 20 }), (tokens, usd, amounts) => {
        const usage = open(tokens, usd)
        let [mostTokens, mostUsd] = [0, 0]
        for (const each of amounts) {
          usage.take(told(each as number))
          usage.take(chunk(each as number))
          const soFar = usage.soFar()
          expect(soFar.tokens?.total ?? mostTokens).toBeGreaterThanOrEqual(mostTokens)
          expect(soFar.usd ?? mostUsd).toBeGreaterThanOrEqual(mostUsd)
          mostTokens = soFar.tokens?.total ?? 0
          mostUsd = soFar.usd ?? 0
        }
        const end = usage.settle({})
        expect(end.tokens?.total ?? 0).toBeGreaterThanOrEqual(mostTokens)
        expect(end.usd ?? 0).toBeGreaterThanOrEqual(mostUsd)
      }),
    )
  })
})
