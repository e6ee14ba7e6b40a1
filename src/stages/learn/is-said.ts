import { wordsOf } from '../intake/meaningful-words.ts'

/** From here on two texts say the same. */
const SAME_WORDS = 0.85

/** Whether one of these texts says it already. */
export function isSaid(text: string, known: readonly string[]): boolean {
  return known.some((each) => similarity(each, text) >= SAME_WORDS)
}

/** How much two texts say the same: the share of all their words that both have, from 0 to 1. */
function similarity(one: string, other: string): number {
  const [first, second] = [new Set(wordsOf(one)), new Set(wordsOf(other))]
  const shared = [...first].filter((word) => second.has(word)).length
  const all = first.size + second.size - shared
  return all === 0 ? 1 : shared / all
}
