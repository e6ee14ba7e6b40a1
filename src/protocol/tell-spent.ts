import type { Spent } from './report.ts'
import { duration, plural } from './words.ts'

/** What was spent in words, with what nobody reported said to be unknown. */
export function tellSpent(spent: Spent): string {
  const { turns, tokens, usd, turnsWithoutTokens, turnsWithoutUsd, turnsEstimated = 0, workMs } = spent
  return [
    plural(turns, 'agent turn'),
    tokens === null ? 'tokens unknown' : `${tokens.toLocaleString('en')} tokens${partly(turnsWithoutTokens)}`,
    usd === null
      ? 'cost unknown'
      : `$${usd.toFixed(2)}${estimated(turnsEstimated, turns)}${partly(turnsWithoutUsd)}`,
    `${duration(workMs)} of work`,
  ].join(', ')
}

/** Money that was reckoned by a list of prices is marked so wherever it is shown. */
export function estimated(estimatedTurns: number, turns: number): string {
  if (estimatedTurns === 0) return ''
  return estimatedTurns >= turns ? ' (estimated)' : ` (estimated for ${plural(estimatedTurns, 'turn')})`
}

function partly(unmetered: number): string {
  return unmetered === 0 ? '' : ` and ${plural(unmetered, 'turn')} unmetered`
}
