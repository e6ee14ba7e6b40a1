import type { RunView } from '../../protocol/run-view.ts'
import { estimated } from '../../protocol/tell-spent.ts'
import { plural } from '../../protocol/words.ts'

/** What was spent, with what nobody reported said to be unknown and never shown as zero. */
export function spendWords({ spend }: Pick<RunView, 'spend'>): string {
  const parts = [plural(spend.turns, 'agent turn')]
  parts.push(
    metered(spend.tokens, spend.unmeteredTokens, spend.turns, (n) => `${n.toLocaleString('en')} tokens`),
  )
  parts.push(
    metered(
      spend.usd,
      spend.unmeteredUsd,
      spend.turns,
      (n) => `$${n.toFixed(2)}${estimated(spend.estimatedUsd ?? 0, spend.turns)}`,
    ),
  )
  return parts.join(', ')
}

function metered(known: number, unmetered: number, turns: number, words: (known: number) => string): string {
  if (unmetered === 0) return words(known)
  // What failed before it began was metered and cost nothing, which says nothing of the rest.
  if (unmetered >= turns || known === 0) return `${words(0).replace(/^\$?[\d.,]+ ?/, '') || 'cost'} unknown`
  return `${words(known)} and ${plural(unmetered, 'turn')} unmetered`
}
