import type { CommandResult } from '../kernel/ports/commands.ts'
import type { ProvingCommand } from './proving-command.ts'
import type { TestCounts } from './reports/test-report.ts'
import type { Evidence } from './verdict.ts'

const MOST_OUTPUT = 6000

/** What is kept of a command's end in the journal; the whole of its output stays in its file. */
export function evidenceOf(
  { name, kind = 'custom', command }: Pick<ProvingCommand, 'name' | 'kind' | 'command'>,
  result: CommandResult,
  counts: TestCounts | null = null,
): Evidence {
  const { exitCode, durationMs, outputFile, leftovers, withheld, isolation } = result
  const output = result.output.slice(-MOST_OUTPUT)
  const seen = { name, kind, command, exitCode, durationMs, counts, outputFile, output, leftovers, withheld }
  return isolation === undefined ? seen : { ...seen, isolation }
}
