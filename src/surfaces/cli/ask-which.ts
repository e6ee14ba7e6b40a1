import { askLine } from './ask-line.ts'
import type { Terminal } from './terminal.ts'

/** Asks the person at the terminal for one of these, by its number or its words; `null` for anything else. */
export async function askWhich(
  terminal: Terminal,
  question: string,
  choices: readonly string[],
): Promise<string | null> {
  const list = choices.map((choice, index) => `  ${index + 1}  ${choice}\n`).join('')
  const typed = await askLine(terminal, `${question}\n${list}> `)
  return choices[Number(typed) - 1] ?? choices.find((choice) => choice === typed) ?? null
}
