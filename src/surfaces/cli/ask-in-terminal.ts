import { createInterface } from 'node:readline/promises'
import { RunFailure } from '../../kernel/failure.ts'
import type { Author } from '../../host/letter.ts'
import type { Answer, Question } from '../../kernel/question.ts'
import { readAnswer } from '../../protocol/read-answer.ts'
import { renderQuestion } from './render-question.ts'
import type { Terminal } from './terminal.ts'
import { wrapWords } from './wrap-words.ts'

export interface Asking {
  readonly author: Author
  readonly signal: AbortSignal
  readonly onInterrupt: () => void
  /** Is given a way to print a line above what is being typed, and `null` when nothing is being typed any more. */
  readonly onTyping: (printAbove: ((line: string) => void) | null) => void
}

/** Asks the person at the terminal until the answer fits; `null` when it was aborted or the input was closed. */
export async function askInTerminal(
  terminal: Terminal,
  question: Question,
  { author, signal, onInterrupt, onTyping }: Asking,
): Promise<Answer | null> {
  const { stdin: input, stderr: output, paint } = terminal
  for (const line of ['', ...renderQuestion(question, paint)])
    terminal.err(wrapWords(line, output.columns || 80, '    '))
  const closing = new AbortController()
  const lines = createInterface({ input, output })
  let interrupted = false
  lines.on('SIGINT', () => {
    onTyping(null)
    if (!interrupted) terminal.err('')
    interrupted = true
    onInterrupt()
  })
  lines.on('close', () => closing.abort())
  const erase = (): void => {
    const { rows } = lines.getCursorPos()
    output.write(`\r${rows > 0 ? `\u001B[${rows}A` : ''}\u001B[0J`)
  }
  onTyping((line) => {
    erase()
    output.write(`${line}\n`)
    lines.prompt(true)
  })
  try {
    for (;;) {
      const typed = await lines.question(paint('bold', '> '), {
        signal: AbortSignal.any([signal, closing.signal]),
      })
      try {
        return { ...readAnswer(question, typed), ...author }
      } catch (thrown) {
        if (!(thrown instanceof RunFailure)) throw thrown
        terminal.err(wrapWords(paint('yellow', thrown.message), output.columns || 80))
      }
    }
  } catch (thrown) {
    if (closing.signal.aborted) return null
    if (!signal.aborted) throw thrown
    // Somebody has answered elsewhere, and nothing is to be typed any more.
    if (!interrupted) erase()
    return null
  } finally {
    onTyping(null)
    lines.close()
  }
}
