import { createInterface } from 'node:readline/promises'
import { RunFailure } from '../../kernel/failure.ts'
import type { Answer, Question } from '../../kernel/question.ts'
import { chooseAnswer } from './choose-answer.ts'
import { renderQuestion } from './render-question.ts'
import type { Terminal } from './terminal.ts'

/** Asks the person at the terminal until the answer fits; `null` when somebody else answered or it was aborted. */
export async function askInTerminal(
  terminal: Terminal,
  question: Question,
  by: string,
  signal: AbortSignal,
  onInterrupt: () => void,
): Promise<Answer | null> {
  const { stdin: input, stderr: output, paint } = terminal
  for (const line of renderQuestion(question, paint)) terminal.err(line)
  const lines = createInterface({ input, output })
  lines.on('SIGINT', onInterrupt)
  try {
    for (;;) {
      const typed = await lines.question(paint('bold', '> '), { signal })
      try {
        return chooseAnswer(question, typed, by)
      } catch (thrown) {
        if (!(thrown instanceof RunFailure)) throw thrown
        terminal.err(paint('yellow', thrown.message))
      }
    }
  } catch (thrown) {
    if (signal.aborted || isClosed(thrown)) return null
    throw thrown
  } finally {
    lines.close()
  }
}

/** The terminal went away, or the person closed the input: the question stays open. */
function isClosed(thrown: unknown): boolean {
  return (
    thrown instanceof Error &&
    'code' in thrown &&
    (thrown.code === 'ERR_USE_AFTER_CLOSE' || thrown.code === 'ABORT_ERR')
  )
}
