import { dirname, join } from 'node:path'
import type { ConfiguredAgent } from '../adapters/agents/turns/configured-agent.ts'
import { createSystemClock } from '../adapters/clock/system-clock.ts'
import { createCommands } from '../adapters/commands/process/create-commands.ts'
import { createWorkspaceFiles } from '../adapters/files/workspace-files.ts'
import { createGit } from '../adapters/git/create-git.ts'
import { openJsonlJournal } from '../adapters/journal/jsonl/jsonl-journal.ts'
import { createProcesses } from '../adapters/processes/create-processes.ts'
import { createFileStore } from '../adapters/store/files/file-store.ts'
import { createTools } from '../adapters/tools/mcp/create-tools.ts'
import type { Settings } from '../config/settings.ts'
import type { ActivityLog } from '../kernel/ports/activity.ts'
import type { Agents } from '../kernel/ports/agents.ts'
import type { Clock } from '../kernel/ports/clock.ts'
import type { Effect } from '../kernel/ports/effect.ts'
import type { Processes, ReapedProcess } from '../kernel/ports/processes.ts'
import type { World } from '../kernel/ports/world.ts'
import { agentEnvironment } from './agent-environment.ts'
import { agentHome, agentTemporary } from './agent-folders.ts'
import { openActivityFile } from './activity-file.ts'
import { createAgents } from './create-agents.ts'
import type { Environment, Locations } from './locations.ts'
import { runFolder } from './locations.ts'
import { runMarker } from './run-marker.ts'
import { TUTTI_VERSION } from './version.ts'

export interface WorldRequest {
  readonly locations: Locations
  readonly run: string
  readonly settings: Settings
  readonly profiles: readonly ConfiguredAgent[]
  readonly environment: Environment
  readonly takeOver: boolean
  readonly effect: Effect
  readonly onActivity: ActivityLog
  /** Another way to reach agents than the Agent Client Protocol, given the run's clock. */
  readonly agents?: (clock: Clock) => Agents
}

/** A run's door to the outside, and how it is closed. */
export interface OpenWorld {
  readonly world: World
  readonly processes: Processes
  readonly reaped: readonly ReapedProcess[]
  close(): Promise<void>
}

/**
 * Opens the real world for one run. Contract: the caller holds the run's lock. What a dead conductor of the
 * run left behind is gone before this resolves.
 */
export async function buildWorld(request: WorldRequest): Promise<OpenWorld> {
  const { locations, run, effect, environment, settings } = request
  const folder = runFolder(locations, run)
  const clock = createSystemClock()
  const marker = runMarker(locations, run)
  const processes = createProcesses({ ledgerFile: folder.ledger, marker, effect, takeOver: request.takeOver })
  const reaped = await processes.reap()
  const git = await createGit({
    place: locations.repository,
    worktreesRoot: locations.worktrees,
    stateFolder: join(dirname(locations.runs), 'git'),
    environment,
    marker,
    effect,
  })
  await git.workspaces.recover(run)
  const gitVariables = (path?: string): Promise<Readonly<Record<string, string>>> =>
    effect('write agent settings', async () => git.agentEnvironment(run, path))
  const homeOf = ({ isolated = false }: ConfiguredAgent): string | null =>
    isolated ? agentHome(locations, run) : null
  const agents =
    request.agents?.(clock) ??
    createAgents({
      profiles: request.profiles,
      processes,
      clock,
      environment: async (path, agent) => ({
        ...agentEnvironment({ own: environment, pass: settings.env.pass, agent, home: homeOf(agent) }).env,
        TMPDIR: await effect('make temporary folder', () => agentTemporary(locations, run, path)),
        ...(await gitVariables(path)),
      }),
      version: TUTTI_VERSION,
    })
  const commands = createCommands({
    processes,
    clock,
    outputsFolder: folder.outputs,
    effect,
    environment: { own: environment, pass: settings.env.pass, set: settings.env.set },
    git: () => gitVariables(),
  })
  const activity = openActivityFile(folder.activity, request.onActivity)
  const journal = openJsonlJournal({ folder: folder.root, effect })
  const store = createFileStore({
    folder: join(dirname(locations.runs), 'store'),
    effect,
    onTrouble: (text) => activity.log({ step: 'store', kind: 'output', text }),
  })
  const tools = createTools({
    version: TUTTI_VERSION,
    onTrouble: (text) => activity.log({ step: 'tools', kind: 'output', text }),
  })
  const { workspaces, repository } = git
  return {
    world: {
      clock,
      journal,
      agents,
      commands,
      workspaces,
      repository,
      files: createWorkspaceFiles({ effect, folder: folder.root }),
      store,
      tools,
      activity: activity.log,
    },
    processes,
    reaped,
    close: async () => {
      await agents.close()
      await tools.close()
      await processes.endAll()
      await journal.close()
      await activity.close()
    },
  }
}
