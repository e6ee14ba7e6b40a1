import { openHost } from '../../../host/host.ts'
import { listRoles } from '../../../host/list-roles.ts'
import { oneLine } from '../../../kernel/plain-text.ts'
import { exitStatus } from '../exit-status.ts'
import { jsonText } from '../json-text.ts'
import type { Terminal } from '../terminal.ts'

/** Lists everybody who can be asked, who plays each, and where the words for it come from. */
export async function rolesCommand(
  terminal: Terminal,
  { json }: { readonly json: boolean },
): Promise<number> {
  const { cwd, environment, paint, self } = terminal
  const roster = await listRoles(await openHost({ cwd, environment, flags: [] }))
  if (json) {
    terminal.out(jsonText(roster, 2))
    return exitStatus.ok
  }
  for (const { role, agent, words, takesTasks } of roster.roles) {
    const does = takesTasks ? 'tasks' : ''
    const from = words === null ? paint('dim', 'built in') : oneLine(words)
    terminal.out(`${role.padEnd(24)} ${(agent ?? '-').padEnd(16)} ${does.padEnd(6)} ${from}`)
  }
  if (roster.missing !== null) terminal.err(oneLine(roster.missing))
  if (!roster.isAllowed)
    terminal.err(`The repository's own words are used once you allow them: ${self} trust`)
  return exitStatus.ok
}
