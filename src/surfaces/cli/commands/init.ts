import { writeFirstSettings } from '../../../host/first-settings.ts'
import { allowWritten } from '../../../host/trust.ts'
import { writePlaybook } from '../../../host/write-playbook.ts'
import type { Terminal } from '../terminal.ts'

export interface InitFlags {
  readonly force: boolean
  /** A playbook of one's own instead of the settings. */
  readonly playbook: boolean
}

/** Writes a first tutti.yaml from what the repository and the machine show, or a first playbook to change. */
export async function initCommand(terminal: Terminal, { force, playbook }: InitFlags): Promise<number> {
  const { cwd, environment, self } = terminal
  if (playbook) {
    const file = await writePlaybook(cwd, environment, force)
    await allowWritten(cwd, environment, '.tutti/playbooks/example.ts')
    terminal.out(
      `Wrote ${file}. Change it, commit it, then: ${self} run --playbook example "what is to be done"`,
    )
    return 0
  }
  const file = await writeFirstSettings(cwd, environment, force)
  await allowWritten(cwd, environment, 'tutti.yaml')
  terminal.out(`Wrote ${file}. Look at it, commit it, then: ${self} run "what is to be done"`)
  return 0
}
