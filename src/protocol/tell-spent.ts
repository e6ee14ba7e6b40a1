import type { Spent } from './report.ts'
import { duration, plural } from './words.ts'

/** What was spent in words, with what nobody reported said to be unknown. */
export function tellSpent(spent: Spent): string {
  const { turns, tokens, usd, turnsWithoutTokens, turnsWithoutUsd, workMs } = spent
  return [
    plural(turns, 'agent turn'),
    tokens === null ? 'tokens unknown' : `${tokens.toLocaleString('en')} tokens${partly(turnsWithoutTokens)}`,
    usd === null ? 'cost unknown' : `$${usd.toFixed(2)}${partly(turnsWithoutUsd)}`,
    `${duration(workMs)} of work`,
  ].join(', ')
}

function partly(unmetered: number): string {
  return unmetered === 0 ? '' : ` and ${plural(unmetered, 'turn')} unmetered`
}
