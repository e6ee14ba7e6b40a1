import { meaningfulWords } from '../../stages/intake/meaningful-words.ts'
import { vagueWords } from '../../stages/intake/request-clarity.ts'
import type { UnclearPoint } from './task-analysis.ts'
import type { WorkItem } from './work-items.ts'
import { signalsIn } from './work-items.ts'

const TELLING = 4
const CONSTRAINT =
  /\b(?:must|only|without|using|keep|no more than|at most|by (?:monday|tuesday|wednesday|thursday|friday|tomorrow|\d)|do not|don['’]t|never|in (?:typescript|javascript|python|go|rust|java))\b/i

/** What the clarifying questions are, in the words of the process. */
export const CLARIFYING: Readonly<
  Record<UnclearPoint, { readonly text: string; readonly options: readonly string[] }>
> = {
  scope: {
    text: 'What is the scope?',
    options: ['Specific files', 'One module', 'The whole project'],
  },
  deliverables: {
    text: 'Which deliverables are expected?',
    options: ['Documents', 'Code', 'Analysis reports'],
  },
  constraints: {
    text: 'Are there constraints, such as time, technology or style?',
    options: ['None', 'Time', 'Technology', 'Style'],
  },
}

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
