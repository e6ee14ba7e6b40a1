import { writeFirstSettings } from '../../../host/first-settings.ts'
import type { Terminal } from '../terminal.ts'

/** Writes a first tutti.yaml from what the repository and the machine show. */
export async function initCommand(
  terminal: Terminal,
  { force }: { readonly force: boolean },
): Promise<number> {
  const { cwd, environment } = terminal
  const file = await writeFirstSettings(cwd, environment, force)
  terminal.out(`Wrote ${file}. Look at it, commit it, then: ${terminal.self} run "what is to be done"`)
  return 0
}
