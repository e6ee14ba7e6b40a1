import type { CommandResult } from '../kernel/ports/commands.ts'
import type { Evidence } from './verdict.ts'

const MOST_OUTPUT = 6000

/** What is kept of a command's end in the journal; the whole of its output stays in its file. */
export function evidenceOf(command: string, result: CommandResult): Evidence {
  const { exitCode, durationMs, outputFile, leftovers, withheld } = result
  const output = result.output.slice(-MOST_OUTPUT)
  return { command, exitCode, durationMs, outputFile, output, leftovers, withheld }
}
