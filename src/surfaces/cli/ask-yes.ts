import { askLine } from './ask-line.ts'
import type { Terminal } from './terminal.ts'

/** Asks the person at the terminal; everything but a clear yes is a no, Ctrl-C and the end of the input too. */
export async function askYes(terminal: Terminal, question: string): Promise<boolean> {
  return /^y(es)?$/i.test((await askLine(terminal, `${question} [y/N] `)) ?? '')
}
