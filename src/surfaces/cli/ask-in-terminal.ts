import { createInterface } from 'node:readline/promises'
import { RunFailure } from '../../kernel/failure.ts'
import type { Answer, Question } from '../../kernel/question.ts'
import { chooseAnswer } from './choose-answer.ts'
import { renderQuestion } from './render-question.ts'
import type { Terminal } from './terminal.ts'
import { wrapWords } from './wrap-words.ts'

/** Asks the person at the terminal until the answer fits; `null` when it was aborted or the input was closed. */
export async function askInTerminal(
  terminal: Terminal,
  question: Question,
  by: string,
  signal: AbortSignal,
  onInterrupt: () => void,
): Promise<Answer | null> {
  const { stdin: input, stderr: output, paint } = terminal
  for (const line of ['', ...renderQuestion(question, paint)])
    terminal.err(wrapWords(line, output.columns || 80, '    '))
  const closing = new AbortController()
  const lines = createInterface({ input, output })
  let interrupted = false
  lines.on('SIGINT', () => {
    if (!interrupted) terminal.err('')
    interrupted = true
    onInterrupt()
  })
  lines.on('close', () => closing.abort())
  try {
    for (;;) {
      const typed = await lines.question(paint('bold', '> '), {
        signal: AbortSignal.any([signal, closing.signal]),
      })
      try {
        return chooseAnswer(question, typed, by)
      } catch (thrown) {
        if (!(thrown instanceof RunFailure)) throw thrown
        terminal.err(wrapWords(paint('yellow', thrown.message), output.columns || 80))
      }
    }
  } catch (thrown) {
    if (closing.signal.aborted) return null
    if (!signal.aborted) throw thrown
    if (!interrupted) terminal.err('')
    return null
  } finally {
    lines.close()
  }
}
