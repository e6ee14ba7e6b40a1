import { createInterface } from 'node:readline/promises'
import type { Terminal } from './terminal.ts'

/** Asks the person at the terminal; everything but a clear yes is a no, Ctrl-C and the end of the input too. */
export async function askYes({ stdin, stderr }: Terminal, question: string): Promise<boolean> {
  const closing = new AbortController()
  const lines = createInterface({ input: stdin, output: stderr })
  lines.on('SIGINT', () => lines.close())
  lines.on('close', () => closing.abort())
  try {
    const typed = await lines.question(`${question} [y/N] `, { signal: closing.signal })
    return /^y(es)?$/i.test(typed.trim())
  } catch (thrown) {
    if (!closing.signal.aborted) throw thrown
    stderr.write('\n')
    return false
  } finally {
    lines.close()
  }
}
