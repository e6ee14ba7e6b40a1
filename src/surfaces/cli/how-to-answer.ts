import type { QuestionView, RunView } from '../../protocol/run-view.ts'

/** The command that answers a question from another terminal, ready to be copied; names it only among several. */
export function howToAnswer(
  { run, questions }: Pick<RunView, 'run' | 'questions'>,
  { id, ask }: QuestionView,
  self: string,
): string {
  if (ask.kind === 'approval') {
    const change = ask.free ? `   or   ${self} answer ${run} "what to change"` : ''
    return `${self} approve ${run}   or   ${self} reject ${run}${change}`
  }
  const own = ask.free ? ['"your own words"'] : []
  const answers = [...ask.options.map((option) => option.id), ...own].join(' | ')
  const open = questions.filter(({ answer }) => answer === null)
  return `${self} answer ${run}${open.length > 1 ? ` --question ${id}` : ''}  ${answers}`
}
