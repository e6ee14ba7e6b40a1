import type { QuestionView } from '../../protocol/run-view.ts'

/** The command that answers a question from another terminal, ready to be copied. */
export function howToAnswer(run: string, { id, ask }: QuestionView, self: string): string {
  if (ask.kind === 'approval') {
    const change = ask.free ? `   or   ${self} answer ${run} "what to change"` : ''
    return `${self} approve ${run}   or   ${self} reject ${run}${change}`
  }
  const own = ask.free ? ['"your own words"'] : []
  const answers = [...ask.options.map((option) => option.id), ...own].join(' | ')
  return `${self} answer ${run} --question ${id}  ${answers}`
}
