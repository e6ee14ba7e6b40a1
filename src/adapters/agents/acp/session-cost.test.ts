import { expect, it } from 'vitest'
import { SessionCost } from './session-cost.ts'

const told = (amount: number, currency = 'USD') => ({
  sessionUpdate: 'usage_update',
  cost: { amount, currency },
})

it('gives each turn its part of the running total', () => {
  const cost = new SessionCost(0)
  cost.take(told(0.1))
  cost.take(told(0.5))
  expect(cost.settle()).toBe(0.5)
  expect(cost.settle()).toBe(null)
  cost.take(told(0.75))
  cost.take({ sessionUpdate: 'usage_update', used: 1, size: 2 })
  expect(cost.settle()).toBe(0.25)
  cost.take(told(0.25))
  expect(cost.settle()).toBe(0.25)
})

it('knows nothing of other currencies, or of what a former process spent', () => {
  const cost = new SessionCost(null)
  cost.take(told(3, 'EUR'))
  expect(cost.settle()).toBe(null)
  cost.take(told(3))
  expect(cost.settle()).toBe(null)
  cost.take(told(4))
  expect(cost.settle()).toBe(1)
})
