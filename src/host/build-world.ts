import { dirname, join } from 'node:path'
import type { ConfiguredAgent } from '../adapters/agents/turns/configured-agent.ts'
import { createDoors } from '../adapters/network/open-door.ts'
import { createSystemClock } from '../adapters/clock/system-clock.ts'
import { createCommands } from '../adapters/commands/process/create-commands.ts'
import { createWorkspaceFiles } from '../adapters/files/workspace-files.ts'
import { createGit } from '../adapters/git/create-git.ts'
import { openJsonlJournal } from '../adapters/journal/jsonl/jsonl-journal.ts'
import { createProcesses } from '../adapters/processes/create-processes.ts'
import { createSecrets } from '../adapters/secrets/create-secrets.ts'
import { createFileStore } from '../adapters/store/files/file-store.ts'
import { createTools } from '../adapters/tools/mcp/create-tools.ts'
import { runPolicyOf } from '../config/run-policy-of.ts'
import type { Settings } from '../config/settings.ts'
import type { ActivityLog } from '../kernel/ports/activity.ts'
import type { Agents } from '../kernel/ports/agents.ts'
import type { Clock } from '../kernel/ports/clock.ts'
import type { Effect } from '../kernel/ports/effect.ts'
import type { Processes, ReapedProcess } from '../kernel/ports/processes.ts'
import type { World } from '../kernel/ports/world.ts'
import { allowMore } from './allow.ts'
import { agentEnvironment } from './agent-environment.ts'
import { agentHome, agentTemporary } from './agent-folders.ts'
import { openActivityFile } from './activity-file.ts'
import { CONDUCTOR_VARIABLE } from './conducted-from.ts'
import { createAgents } from './create-agents.ts'
import { knownSecrets } from './known-secrets.ts'
import type { Environment, Locations } from './locations.ts'
import { runFolder } from './locations.ts'
import { runMarker } from './run-marker.ts'
import { keptApart, surroundingsOf } from './surroundings-of.ts'
import type { Seals } from './seals.ts'
import { TUTTI_VERSION } from './version.ts'
import { agentsWithout, commandsWithout, filesWithout, toolsWithout } from './without-secrets.ts'

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
export async function buildWorld(request: WorldRequest, seals: Seals): Promise<OpenWorld> {
  const { locations, run, effect, environment, settings } = request
  const folder = runFolder(locations, run)
  const clock = createSystemClock()
  const marker = runMarker(locations, run)
  const openDoor = createDoors({ folder: join(folder.root, 'doors'), environment, effect })
  const surroundings = surroundingsOf(locations, environment, settings, openDoor)
  const processes = createProcesses({
    ledgerFile: folder.ledger,
    marker,
    effect,
    takeOver: request.takeOver,
    surroundings,
  })
  const reaped = await processes.reap()
  const programs = request.profiles.flatMap(({ program }) => program ?? [])
  const secrets = createSecrets({ known: await knownSecrets(environment, programs) })
  const git = await createGit({
    place: locations.repository,
    worktreesRoot: locations.worktrees,
    stateFolder: join(dirname(locations.runs), 'git'),
    environment,
    marker,
    effect,
    secrets,
    largestChange: runPolicyOf(settings).largestChange,
  })
  await git.workspaces.recover(run)
  const gitVariables = (path?: string): Promise<Readonly<Record<string, string>>> =>
    effect('write agent settings', async () => ({
      ...git.agentEnvironment(run, path),
      [CONDUCTOR_VARIABLE]: seals.name,
    }))
  const homeOf = ({ freshHome = false }: ConfiguredAgent): string | null =>
    freshHome ? agentHome(locations, run) : null
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
    mostOutputBytes: settings.sandbox.limits.outputBytes,
    effect,
    environment: { own: environment, pass: settings.env.pass, set: settings.env.set },
    kept: () => keptApart(surroundings),
    git: () => gitVariables(),
  })
  const activity = openActivityFile({ file: folder.activity, also: request.onActivity })
  const journal = openJsonlJournal({ folder: folder.root, effect, seal: seals.journal(run) })
  const store = createFileStore({
    folder: join(dirname(locations.runs), 'store'),
    seal: seals.store,
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
      agents: agentsWithout(secrets, agents),
      commands: commandsWithout(secrets, commands, effect),
      workspaces,
      repository,
      files: filesWithout(secrets, createWorkspaceFiles({ effect, folder: folder.root })),
      store,
      secrets,
      tools: toolsWithout(secrets, tools),
      activity: activity.log,
      allowances: {
        allowWriting: async (paths) =>
          void (await effect('remember a word', () =>
            allowMore({ environment, locations }, 'write', paths, locations.repository.root),
          )),
      },
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
