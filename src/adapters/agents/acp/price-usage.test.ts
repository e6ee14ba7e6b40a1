import { expect, it } from 'vitest'
import { priceUsage } from './price-usage.ts'
import type { TurnUsage } from './session-usage.ts'

const price = (used: Omit<TurnUsage, 'isSenseless'>, model: string | null) =>
  priceUsage({ ...used, isSenseless: false }, model)

const tokens = { total: 1100, input: 1000, output: 100, cached: 0 }

it('reckons what was not told, and marks it', () => {
  const priced = price({ tokens, usd: null }, 'gpt-5')
  expect(priced).toMatchObject({ turns: 1, tokens: 1100, isEstimated: true })
  expect(priced.usd).toBeGreaterThan(0)
})

it('leaves alone what was told, and what cannot be reckoned', () => {
  expect(price({ tokens, usd: 0.1 }, 'gpt-5')).toEqual({ turns: 1, tokens: 1100, usd: 0.1 })
  expect(price({ tokens, usd: null }, 'nobody-knows-it')).toEqual({ turns: 1, tokens: 1100, usd: null })
  expect(price({ tokens, usd: null }, null)).toEqual({ turns: 1, tokens: 1100, usd: null })
  expect(price({ tokens: null, usd: null }, 'gpt-5')).toEqual({ turns: 1, tokens: null, usd: null })
  const whole = { total: 1100, input: null, output: null, cached: null }
  expect(price({ tokens: whole, usd: null }, 'gpt-5').usd).toBe(null)
})

it('keeps in mind that something made no sense', () => {
  const priced = priceUsage({ tokens: null, usd: null, isSenseless: true }, null)
  expect(priced).toEqual({ turns: 1, tokens: null, usd: null, isSenseless: true })
})
