import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { confineAgent } from '../../src/adapters/agents/turns/confine-agent.ts'
import type { ConfiguredAgent } from '../../src/adapters/agents/turns/configured-agent.ts'
import { findRepository } from '../../src/adapters/git/find-repository.ts'
import { DEFAULT_SETTINGS } from '../../src/config/default-settings.ts'
import { agentTemporary } from '../../src/host/agent-folders.ts'
import { buildWorld } from '../../src/host/build-world.ts'
import type { OpenWorld } from '../../src/host/build-world.ts'
import type { Locations } from '../../src/host/locations.ts'
import { findLocations } from '../../src/host/locations.ts'
import { openSeals } from '../../src/host/seals.ts'
import { plainEffect } from '../../src/kernel/ports/effect.ts'
import type { CommandResult } from '../../src/kernel/ports/commands.ts'
import type { IsolationLevel } from '../../src/kernel/ports/isolation.ts'
import type { Workspace } from '../../src/kernel/ports/workspaces.ts'
import type { Decoy } from '../attacks/containment/decoy.ts'
import { makeDecoy } from '../attacks/containment/decoy.ts'

/** The real world of a run on a decoy machine. */
export interface DecoyWorld extends Omit<OpenWorld, 'close'> {
  readonly decoy: Decoy
  readonly base: string
  /** Runs a command as a gate does, and gives what it printed. */
  readonly gate: (workspace: Workspace, command: string) => Promise<string>
  readonly run: (workspace: Workspace, command: string) => Promise<CommandResult>
  /** Runs a command as an agent does in its turn. */
  readonly agent: (workspace: Workspace, command: string) => Promise<AgentEnd>
  readonly close: () => Promise<void>
}

export interface AgentEnd {
  readonly said: string
  readonly level: IsolationLevel
}

const RUN = 'r1'
const AGENT: ConfiguredAgent = {
  name: 'mine',
  command: ['mine'],
  resume: false,
  stallMs: 1,
  totalMs: 1,
  program: null,
  model: null,
  way: 'acp',
}

/** With the home of a decoy, or a real one, which is then only looked at. */
export async function openDecoyWorld(home?: string): Promise<DecoyWorld> {
  const decoy = makeDecoy('ourselves')
  const state = join(decoy.root, 'state')
  const environment = { PATH: process.env['PATH'] ?? '', HOME: home ?? decoy.home, XDG_STATE_HOME: state }
  const repository = await findRepository(decoy.project, environment)
  const locations = findLocations(repository, environment, DEFAULT_SETTINGS.state)
  const opened = await buildWorld(
    {
      locations,
      run: RUN,
      settings: DEFAULT_SETTINGS,
      profiles: [],
      environment,
      takeOver: false,
      effect: plainEffect,
      onActivity: () => undefined,
    },
    await openSeals(locations),
  )
  const base = (await opened.world.repository.resolve('refs/heads/main')) ?? ''
  const hooks = { signal: new AbortController().signal, onActivity: () => undefined }
  const run = ({ path }: Workspace, command: string): Promise<CommandResult> =>
    opened.world.commands.run({ step: 'gate', attempt: 1, command, path, timeoutMs: 120_000 }, hooks)
  return {
    ...opened,
    decoy,
    base,
    run,
    gate: async (workspace, command) => (await run(workspace, command)).text,
    agent: (workspace, command) => actAsAgent(opened, locations, environment, workspace, command),
    close: async () => {
      await opened.close()
      decoy.remove()
    },
  }
}

async function actAsAgent(
  { processes }: OpenWorld,
  locations: Locations,
  environment: Readonly<Record<string, string>>,
  { path }: Workspace,
  command: string,
): Promise<AgentEnd> {
  const env = { ...environment, TMPDIR: await agentTemporary(locations, RUN, path) }
  const confined = confineAgent({
    agent: AGENT,
    access: 'write',
    env,
    path,
    tools: null,
    onRefused: () => undefined,
  })
  const argv = ['/bin/sh', '-c', command] as const
  const launched = await processes.launch({
    argv,
    cwd: path,
    env,
    label: 'agent',
    confined,
    mergeOutput: true,
  })
  const said = text(launched.stdout)
  await launched.ended
  await launched.end(1_000)
  return { said: await said, level: launched.confinement }
}
