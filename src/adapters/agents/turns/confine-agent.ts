import type { Access, TurnHooks } from '../../../kernel/ports/agents.ts'
import type { Confined } from '../../../kernel/ports/processes.ts'
import type { HostPattern } from '../../../kernel/host-pattern.ts'
import { parseHostPattern } from '../../../kernel/host-pattern.ts'
import type { RefusedHost } from '../../../kernel/ports/door.ts'
import type { ToolServer } from '../../../kernel/ports/tools.ts'
import { agentHosts } from '../../../profiles/agent-hosts.ts'
import { ownFolders } from './arrange-launch.ts'
import type { ConfiguredAgent } from './configured-agent.ts'

export interface ConfinedTurn {
  readonly agent: ConfiguredAgent
  readonly access: Access
  readonly env: Readonly<Record<string, string>>
  readonly path: string
  readonly tools: Pick<ToolServer, 'http'> | null
  readonly onRefused: TurnHooks['onRefused']
}

/**
 * What an agent may touch in a turn: what its program keeps for itself, where that is known, its folder for temporary
 * files, and its workspace if it may write there.
 */
export function confineAgent({ agent, access, env, path, tools, onRefused }: ConfinedTurn): Confined {
  const { TMPDIR: temporary } = env
  const own = agent.program === null ? [] : ownFolders(agent.program, env)
  return {
    writable: [
      ...(access === 'write' ? [path] : []),
      ...(temporary === undefined ? [] : [temporary]),
      ...own,
    ],
    box: `${path}.agent-box`,
    nests: agent.program?.nests === true,
    network: {
      hosts: [...agentHosts(agent, env), ...hostOfTools(tools)],
      onRefused: (refused) => onRefused(words(refused), allowable(refused)),
    },
  }
}

function hostOfTools(tools: ConfinedTurn['tools']): readonly HostPattern[] {
  return tools === null
    ? []
    : [parseHostPattern(new URL(tools.http.url).host)].filter((each) => each !== null)
}

function words(refused: RefusedHost): string {
  const { host, why } = refused
  const reason =
    why === 'not-listed'
      ? 'is not among the hosts of the sandbox'
      : 'has a name that leads to a private address'
  return `reach ${host}, which ${reason}; \`tutti allow host ${allowable(refused)}\` lets it`
}

/** As it has to be written to be allowed: a private address only with its port. */
function allowable({ host, why }: RefusedHost): string {
  return why === 'not-listed' || /:\d+$/.test(host) ? host : `${host}:443`
}
