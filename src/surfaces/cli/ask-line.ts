import { createInterface } from 'node:readline/promises'
import type { Terminal } from './terminal.ts'

/** Asks the person at the terminal for a line; `null` after Ctrl-C or the end of the input. */
export async function askLine({ stdin, stderr }: Terminal, question: string): Promise<string | null> {
  const closing = new AbortController()
  const lines = createInterface({ input: stdin, output: stderr })
  lines.on('SIGINT', () => lines.close())
  lines.on('close', () => closing.abort())
  try {
    return (await lines.question(question, { signal: closing.signal })).trim()
  } catch (thrown) {
    if (!closing.signal.aborted) throw thrown
    stderr.write('\n')
    return null
  } finally {
    lines.close()
  }
}
