import { listAgents } from '../../../host/agents/list-agents.ts'
import { settingsHere } from '../../../host/agents/settings-here.ts'
import { exitStatus } from '../exit-status.ts'
import { jsonText } from '../json-text.ts'
import { renderAgents } from '../render-agents.ts'
import type { Terminal } from '../terminal.ts'

/** Lists the agents that are known or set up, and what stands in the way of each. */
export async function agentsCommand(
  terminal: Terminal,
  name: string | undefined,
  { json }: { readonly json: boolean },
): Promise<number> {
  const { cwd, environment, paint, self } = terminal
  const { settings } = await settingsHere(cwd, environment)
  const agents = await listAgents({
    settings,
    environment,
    cwd,
    ...(name === undefined ? {} : { only: name }),
  })
  if (json) {
    terminal.out(jsonText(agents, 2))
    return exitStatus.ok
  }
  for (const line of renderAgents(agents, paint)) terminal.out(line)
  terminal.err(`Whether one does what Tutti needs: ${self} agents test NAME --scripted`)
  return exitStatus.ok
}
