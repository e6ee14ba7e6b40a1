import { expect, it } from 'vitest'
import { modelPrices, PRICES_OF } from './model-prices.ts'
import { priceOf } from './price-of.ts'

const tokens = { input: 1_000_000, output: 100_000, cached: 400_000 }

it('counts what was read, written and remembered by their own prices', () => {
  expect(priceOf('claude-sonnet-4-5', tokens)).toBeCloseTo(0.6 * 3 + 0.1 * 15 + 0.4 * 0.3, 10)
})

it('takes everything as read anew when nothing is said of a cache', () => {
  expect(priceOf('gpt-5', { ...tokens, cached: null })).toBeCloseTo(1.25 + 1, 10)
})

it('never counts more as remembered than was read', () => {
  expect(priceOf('gpt-5', { input: 10, output: 0, cached: 1000 })).toBeCloseTo((10 * 0.125) / 1_000_000, 12)
})

it.each([
  'anthropic/claude-sonnet-4-5',
  'claude-sonnet-4-5-20250929',
  'openrouter/anthropic/claude-sonnet-4-5@20250929',
  'Claude-Sonnet-4-5-latest',
  'claude-sonnet-4-5[high]',
])('knows %s', (model) => {
  expect(priceOf(model, tokens)).toBe(priceOf('claude-sonnet-4-5', tokens))
})

it.each(['scripted-model', 'gpt-5-imagined', 'claude-sonnet-4-5-fast', '', 'constructor'])(
  'does not guess at "%s"',
  (model) => {
    expect(priceOf(model, tokens)).toBe(null)
  },
)

it('knows no price of unknown tokens', () => {
  expect(priceOf('gpt-5', { input: null, output: 1, cached: null })).toBe(null)
  expect(priceOf('gpt-5', { input: 1, output: null, cached: null })).toBe(null)
})

it('lists prices that can be meant, with a date', () => {
  expect(PRICES_OF).toMatch(/^20\d\d-\d\d-\d\d$/)
  for (const [input, output, cached] of Object.values(modelPrices)) {
    expect(cached).toBeGreaterThan(0)
    expect(input).toBeGreaterThan(cached)
    expect(output).toBeGreaterThan(input)
  }
})
