import { RunFailure } from '../kernel/failure.ts'
import type { Question } from '../kernel/question.ts'

/** What somebody answered, before it is known who: one of the options, or words. */
export type Said =
  | { readonly option: string; readonly text: null }
  | { readonly option: null; readonly text: string }

/** Words that mean `approve` where that is asked, so that a short "yes" is not taken for a wish. */
const meansYes: ReadonlySet<string> = new Set(['y', 'yes', 'ok', 'okay'])
/** These mean `reject`, which may end a run: only where the question itself offers them. */
const meansNo: ReadonlySet<string> = new Set(['n', 'no'])

/** Reads what a person typed as an answer: an option's id, number or label, or words of their own. */
export function readAnswer(question: Question, typed: string): Said {
  const text = typed.trim()
  const words = text.toLowerCase()
  const wanted = meantBy(question, words)
  const option = question.options.find(
    ({ id, label }, index) => wanted === id || wanted === String(index + 1) || wanted === label.toLowerCase(),
  )
  if (option) return { option: option.id, text: null }
  if (question.free && isWish(text)) return { option: null, text }
  const names = question.options.map(({ id }) => id).join(', ')
  const numbers = question.options.length === 1 ? '1' : `1 to ${question.options.length}`
  const choose = question.options.length === 0 ? [] : [`choose by number (${numbers}) or name (${names})`]
  const inWords = question.kind === 'approval' ? 'say in words what to change' : 'answer in your own words'
  const ways = [...choose, ...(question.free ? [inWords] : [])].join(', or ')
  const message =
    text === '' ? `An answer is needed: ${ways}.` : `"${text}" is no answer to this. You can ${ways}.`
  throw new RunFailure({ code: 'bad-input', message })
}

function meantBy({ kind, text }: Question, words: string): string {
  const isYesOrNo = text.includes('(y/n')
  if (meansYes.has(words) && (kind === 'approval' || isYesOrNo)) return 'approve'
  return meansNo.has(words) && isYesOrNo ? 'reject' : words
}

/** A number that is no option, a "no" or a stray key would otherwise be paid for as a new plan. */
function isWish(text: string): boolean {
  return text.length > 2 && !/^\d+$/.test(text)
}
