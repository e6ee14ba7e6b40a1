import { wordsOf } from '../../stages/intake/meaningful-words.ts'
import type { Capability } from './capability.ts'
import { CAPABILITIES, HINTS, PHRASES, SIGNALS } from './capability.ts'

/** A piece of a request: what it says, whom it calls for first, and whom else it names. */
export interface WorkItem {
  readonly text: string
  /** The sentence it is from. */
  readonly sentence: string
  /** `null`: it calls for nobody. */
  readonly lead: Capability | null
  readonly others: readonly Capability[]
  /** It waits for the piece before it, by its own word. */
  readonly isNext: boolean
  /** It says how, not what: it holds for all the others. */
  readonly isConstraint: boolean
}

/** A piece of work with whom it calls for. */
export interface WantedWork extends WorkItem {
  readonly capability: Capability
}

const MOST_ITEMS = 20
const NEXT = /^(?:and\s+)?(?:then|next|afterwards|after that|finally)\b[\s,:]*/i
const MARK = /^\s*(?:[-*•]|(\d+)[.)])\s+(?:\[[ x]\]\s+)?/
const JOINT = /[,;]\s+(?:and\s+)?(?:then\s+)?|\s+and\s+(?:then\s+)?|\s+(?:then|with|including|plus)\s+/gi
/** Things to be made that stand for the work of making them. */
const THING =
  /^(?:(?:an?|the|its|their|unit|integration|full|good|short)\s+){0,3}(?:tests?|test coverage|docs|documentation|report|review|design|plan)\b/i
const CONSTRAINT =
  /^(?:(?:it|this|that|they|all|everything|the [\w-]+)\s+)?(?:must|should|shall|may|do not|don['’]t|never|keep|only|no|without|avoid|use|using)\b/i

/** The pieces of a request, in its order: items of lists, sentences, and parts of these that begin with a signal. */
export function workItems(text: string): readonly WorkItem[] {
  return text
    .split(/\r?\n/)
    .flatMap((line) => {
      const [mark = '', number] = MARK.exec(line) ?? []
      const isNumbered = number !== undefined && number !== '1'
      const sentences = line.slice(mark.length).split(/(?<=[.!?;])\s+(?=\S)/)
      return sentences.flatMap((sentence, at) =>
        partsOf(sentence).map((part, nth) => ({ part, sentence, isNext: isNumbered && at + nth === 0 })),
      )
    })
    .map(({ part, sentence, isNext }, index) => itemOf(part, sentence, index > 0 && isNext))
    .filter(({ text: said }) => said !== '')
    .slice(0, MOST_ITEMS)
}

/** Whom a text calls for, the first word first. */
export function signalsIn(text: string): readonly Capability[] {
  const phrases = PHRASES.flatMap(([words, means]) => (words.test(text) ? [means] : []))
  const words = wordsOf(text).flatMap((word) => {
    const meant = CAPABILITIES.find((name) => isOneOf(word, SIGNALS[name] ?? ''))
    return meant === undefined ? [] : [meant]
  })
  return [...new Set([...phrases, ...words])]
}

function partsOf(sentence: string): readonly string[] {
  const parts: string[] = []
  let from = 0
  for (const { index, 0: joint } of sentence.matchAll(JOINT)) {
    const rest = sentence.slice(index + joint.length)
    if (!beginsWork(rest, joint)) continue
    parts.push(sentence.slice(from, index))
    from = index + joint.length - (/then\s+$/i.test(joint) ? 'then '.length : 0)
  }
  return [...parts, sentence.slice(from)]
}

function beginsWork(text: string, joint: string): boolean {
  if (THING.test(text)) return true
  if (/with|including|plus/i.test(joint)) return false
  const [first] = wordsOf(text)
  return (
    first !== undefined &&
    CAPABILITIES.some((name) => ` ${SIGNALS[name]} ${HINTS[name]} `.includes(` ${first} `))
  )
}

function itemOf(part: string, sentence: string, isNext: boolean): WorkItem {
  const body = part.trim()
  const text = bare(body.replace(NEXT, ''))
  const [lead = hintIn(text), ...others] = signalsIn(text)
  return {
    text,
    sentence: bare(sentence),
    lead,
    others,
    isNext: isNext || NEXT.test(body),
    isConstraint: CONSTRAINT.test(text),
  }
}

function bare(text: string): string {
  return text.trim().replace(/[\s.;,:]+$/, '')
}

function hintIn(text: string): Capability | null {
  const words = wordsOf(text)
  return CAPABILITIES.find((name) => words.some((word) => isOneOf(word, HINTS[name] ?? ''))) ?? null
}

function isOneOf(word: string, words: string): boolean {
  return words.split(' ').some((each) => each !== '' && isForm(word, each))
}

const ENDINGS = new Set(['', 's', 'es', 'ed', 'd', 'ing', 'er', 'ers', 'ation', 'ion', 'al'])

/** Whether a word is a form of another: `planning` of `plan`, `migrated` of `migrate`. */
function isForm(word: string, of: string): boolean {
  const stem = of.length > 3 ? of.replace(/[ey]$/, '') : of
  if (!word.startsWith(stem)) return false
  const ending = word.slice(stem.length)
  const last = of.at(-1) ?? ''
  const isWhole = ENDINGS.has(ending) || ending === 'e' || ending === 'y' || ending === 'ies'
  return isWhole || (ending.startsWith(last) && ['ing', 'ed'].includes(ending.slice(1)))
}
