import { readPlan } from '../../../host/read-plan.ts'
import { oneLine } from '../../../kernel/plain-text.ts'
import { plural } from '../../../protocol/words.ts'
import { exitStatus } from '../exit-status.ts'
import { jsonText } from '../json-text.ts'
import type { Terminal } from '../terminal.ts'

/** Says everything that is wrong with a written plan, one finding a line, as compilers do. */
export async function planLintCommand(
  terminal: Terminal,
  named: string,
  { json }: { readonly json: boolean },
): Promise<number> {
  const { file, plan, findings } = await readPlan(named, terminal.cwd, terminal.stdin)
  const errors = findings.filter(({ severity }) => severity === 'error').length
  const warnings = findings.length - errors
  const status = errors === 0 ? exitStatus.ok : exitStatus.failed
  if (json) {
    terminal.out(jsonText({ file, errors, warnings, findings }, 2))
    return status
  }
  const { paint } = terminal
  for (const { line, column, severity, rule, message } of findings) {
    const place = paint('bold', `${oneLine(file)}:${line}:${column}:`)
    const kind = paint(severity === 'error' ? 'red' : 'yellow', severity)
    terminal.out(`${place} ${kind} ${rule}: ${oneLine(message, 600)}`)
  }
  terminal.err(
    findings.length === 0
      ? `Nothing is wrong with ${oneLine(file)}: ${plural(plan?.tasks.length ?? 0, 'task')}.`
      : `${plural(errors, 'error')}, ${plural(warnings, 'warning')} in ${oneLine(file)}.`,
  )
  return status
}
