import { meaningfulWords } from './meaningful-words.ts'
import { sentencesOf } from './tool-mandates.ts'
import { workTypeOf } from './work-type.ts'

const VAGUE = /\b(?:somewhere|something|somehow|maybe|probably|perhaps|or so|etc|stuff|whatever)\b/gi
const DEMANDS =
  /\b(?:must|should|shall|needs? to|has to|have to|returns?|so that|accepted when|done when|is expected)\b/i
const LIST_ITEM = /^\s*(?:[-*•]|\d+[.)])\s+(?:\[[ x]\]\s+)?(.+)$/gm
const MOST = 20

/** Words of a request that leave it open what is meant. */
export function vagueWords(text: string): readonly string[] {
  return [...new Set([...text.matchAll(VAGUE)].map(([word]) => word.toLowerCase()))]
}

/** What must be true in the end as far as the request itself says; empty when nothing can be told. */
export function criteriaIn(text: string): readonly string[] {
  const items = [...text.matchAll(LIST_ITEM)].map(([, item]) => (item ?? '').trim())
  const demands = sentencesOf(text).filter((sentence) => DEMANDS.test(sentence))
  const said = [...new Set([...items, ...demands])].slice(0, MOST)
  if (said.length > 0) return said
  const [whole] = sentencesOf(text)
  return whole !== undefined && meaningfulWords(text).length >= 2 ? [whole] : []
}

/** Whether the request is a specification by itself: it lists what is to be true, leaves nothing vague and asks nothing. */
export function isSpecified(text: string): boolean {
  const items = [...text.matchAll(LIST_ITEM)]
  return items.length >= 2 && unclearBecause(text).length === 0 && !asksHow(text)
}

/** Whether it asks how something should be done rather than for something to be done. */
export function asksHow(text: string): boolean {
  return /\bhow (?:should|shall|do|would|can|could|might) (?:I|we|you|one)\b|\bwhat(?:'s| is| would be) the best way\b/i.test(
    text,
  )
}

/** Whether the person wants no discussion. */
export function skipsDiscussion(text: string): boolean {
  return /\b(?:skip|no|without)(?: the| any| further)? (?:discussion|questions)\b|\b(?:do not|don['’]?t) ask(?: me)?\b|\bjust do it\b/i.test(
    text,
  )
}

/** Why a request is not clear, in words for a person and for an interpreter; empty when it is. */
export function unclearBecause(text: string): readonly string[] {
  const vague = vagueWords(text)
  return [
    ...(workTypeOf(text) === null
      ? ['It does not say whether something is to be fixed, added or changed.']
      : []),
    ...(vague.length === 0 ? [] : [`It says ${vague.map((word) => `"${word}"`).join(', ')}.`]),
    ...(criteriaIn(text).length === 0 ? ['Nothing in it says when it is done.'] : []),
  ]
}
