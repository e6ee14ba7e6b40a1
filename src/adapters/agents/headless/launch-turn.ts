import { RunFailure } from '../../../kernel/failure.ts'
import type { TurnHooks, TurnRequest } from '../../../kernel/ports/agents.ts'
import type { LaunchedProcess, Processes } from '../../../kernel/ports/processes.ts'
import { confineAgent } from '../turns/confine-agent.ts'
import type { ConfiguredAgent } from '../turns/configured-agent.ts'
import { type CommandRequest, composeCommand } from './compose-command.ts'

export interface TurnSurroundings {
  readonly processes: Processes
  /** What an agent that works in this folder finds in its environment; its profile's own is laid over it. */
  readonly environment: (path: string, agent: ConfiguredAgent) => Promise<Readonly<Record<string, string>>>
}

/** Starts the program of one turn, which does nothing before it has its prompt. */
export async function launchTurn(
  { processes, environment }: TurnSurroundings,
  command: Omit<CommandRequest, 'environment'>,
  { path, step, run, role, attempt, access, tools }: TurnRequest,
  onRefused: TurnHooks['onRefused'],
): Promise<LaunchedProcess> {
  const { agent, way } = command
  const facts = { TUTTI_RUN: run, TUTTI_STEP: step, TUTTI_ROLE: role, TUTTI_ATTEMPT: String(attempt) }
  const given = { ...(await environment(path, agent)), ...facts }
  const { argv, env } = composeCommand({ ...command, environment: given })
  try {
    const launched = await processes.launch({
      argv,
      cwd: path,
      folder: path,
      env,
      label: `agent ${agent.name} for ${step}`,
      confined: confineAgent({ agent, access, env, path, tools: tools ?? null, onRefused }),
    })
    if (access === 'write' || way.readOnly === 'program' || launched.confinement !== 'none') return launched
    await launched.end(0)
    throw new RunFailure({
      code: 'agent-failed',
      trouble: 'protocol',
      message: `Agent "${agent.name}" cannot be kept from writing on this system when it is led without ACP; leave its \`way\` out in tutti.yaml, or give the ${role} another agent.`,
    })
  } catch (thrown) {
    if (!(thrown instanceof RunFailure) || thrown.code !== 'command-missing') throw thrown
    const message =
      `The program "${argv[0]}" of agent "${agent.name}" was not found; ` +
      'install it, or correct its `command` in tutti.yaml.'
    throw new RunFailure({ code: 'agent-missing', message }, { cause: thrown })
  }
}
