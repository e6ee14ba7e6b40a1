import type { WorkType } from './brief.ts'

const SURE: readonly (readonly [WorkType, RegExp])[] = [
  ['fix', /\b(?:fix(?:es|ed|ing)?|bugs?|defects?|repair(?:s|ed)?|hotfix)\b/i],
  [
    'feature',
    /\b(?:features?|feat|add(?:s|ed|ing)?|implement(?:s|ed|ing)?|creat(?:e|es|ed|ing)|introduce)\b/i,
  ],
  [
    'chore',
    /\b(?:refactor(?:s|ed|ing)?|clean(?:s|ed|ing)?[ -]?up|chore|updat(?:e|es|ed|ing)|upgrade|bump|improv(?:e|es|ed|ing)|rename|remove|delete|tidy|document|reword)\b/i,
  ],
]

/** Words that point to a type when nothing else does. */
const LIKELY: typeof SURE = [
  ['fix', /\b(?:issues?|errors?|crash(?:es|ed)?|broken|fails?|wrong|typos?)\b/i],
  ['feature', /\b(?:new|support|allow|build|write|make)\b/i],
  ['chore', /\b(?:move|change|simplify|speed up|replace|migrate)\b/i],
]

/** What kind of work a request asks for: the word that comes first in it decides; `null` when none does. */
export function workTypeOf(text: string): WorkType | null {
  return first(text, SURE) ?? first(text, LIKELY)
}

function first(text: string, kinds: typeof SURE): WorkType | null {
  const found = kinds.flatMap(([kind, words]) => {
    const at = text.search(words)
    return at === -1 ? [] : [{ kind, at }]
  })
  return found.toSorted((a, b) => a.at - b.at)[0]?.kind ?? null
}
