import { expect, it } from 'vitest'
import { tellSpent } from './tell-spent.ts'

const spent = {
  turns: 3,
  tokens: 1200,
  usd: 0.5,
  turnsWithoutTokens: 0,
  turnsWithoutUsd: 0,
  workMs: 60_000,
  elapsedMs: 60_000,
}

it('says what was reckoned by a list of prices, and what nobody metered', () => {
  expect(tellSpent(spent)).toContain('$0.50,')
  expect(tellSpent({ ...spent, turnsEstimated: 3 })).toContain('$0.50 (estimated),')
  expect(tellSpent({ ...spent, turnsEstimated: 1, turnsWithoutUsd: 1 })).toContain(
    '$0.50 (estimated for 1 turn) and 1 turn unmetered,',
  )
})
