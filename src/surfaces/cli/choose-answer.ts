import { RunFailure } from '../../kernel/failure.ts'
import type { Answer, Question } from '../../kernel/question.ts'

/** Reads what a person typed as an answer: an option's id, number or label, or words of their own. */
export function chooseAnswer(question: Question, typed: string, by: string): Answer {
  const text = typed.trim()
  const wanted = text.toLowerCase()
  const option = question.options.find(
    ({ id, label }, index) => wanted === id || wanted === String(index + 1) || wanted === label.toLowerCase(),
  )
  if (option) return { option: option.id, text: null, by }
  if (question.free && text !== '') return { option: null, text, by }
  const options = question.options.map(({ id }) => id).join(', ')
  const message =
    text === ''
      ? `An answer is needed: ${options}.`
      : `"${text}" is no answer to this. Choose one of: ${options}.`
  throw new RunFailure({ code: 'bad-input', message })
}
