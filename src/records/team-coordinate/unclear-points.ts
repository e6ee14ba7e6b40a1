import { meaningfulWords } from '../../stages/intake/meaningful-words.ts'
import { vagueWords } from '../../stages/intake/request-clarity.ts'
import type { UnclearPoint } from './task-analysis.ts'
import type { WorkItem } from './work-items.ts'
import { signalsIn } from './work-items.ts'

const TELLING = 4
const CONSTRAINT =
  /\b(?:must|only|without|using|keep|no more than|at most|by (?:monday|tuesday|wednesday|thursday|friday|tomorrow|\d)|do not|don['’]t|never|in (?:typescript|javascript|python|go|rust|java))\b/i

/** What has to be asked about a request; nothing, when it says what is to be done and to what. */
export function unclearPoints(text: string, items: readonly WorkItem[]): readonly UnclearPoint[] {
  const vague = vagueWords(text)
  const isScopeOpen = vague.length > 0 || meaningfulWords(text).length === 0
  const isWorkOpen = items.every(({ lead }) => lead === null)
  const isUnsaid = isWorkOpen || signalsIn(text).length === 0
  if (!isScopeOpen && !(isWorkOpen && meaningfulWords(text).length < TELLING)) return []
  return [
    ...(isScopeOpen || isWorkOpen ? (['scope'] as const) : []),
    ...(isUnsaid || vague.length > 0 ? (['deliverables'] as const) : []),
    ...(CONSTRAINT.test(text) ? [] : (['constraints'] as const)),
  ]
}
