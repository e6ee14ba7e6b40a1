import { expect, it } from 'vitest'
import { priceUsage } from './price-usage.ts'

const tokens = { total: 1100, input: 1000, output: 100, cached: 0 }

it('reckons what was not told, and marks it', () => {
  const priced = priceUsage({ tokens, usd: null }, 'gpt-5')
  expect(priced).toMatchObject({ turns: 1, tokens: 1100, isEstimated: true })
  expect(priced.usd).toBeGreaterThan(0)
})

it('leaves alone what was told, and what cannot be reckoned', () => {
  expect(priceUsage({ tokens, usd: 0.1 }, 'gpt-5')).toEqual({ turns: 1, tokens: 1100, usd: 0.1 })
  expect(priceUsage({ tokens, usd: null }, 'nobody-knows-it')).toEqual({ turns: 1, tokens: 1100, usd: null })
  expect(priceUsage({ tokens, usd: null }, null)).toEqual({ turns: 1, tokens: 1100, usd: null })
  expect(priceUsage({ tokens: null, usd: null }, 'gpt-5')).toEqual({ turns: 1, tokens: null, usd: null })
  const whole = { total: 1100, input: null, output: null, cached: null }
  expect(priceUsage({ tokens: whole, usd: null }, 'gpt-5').usd).toBe(null)
})
