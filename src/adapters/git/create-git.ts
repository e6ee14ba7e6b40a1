import { mkdir, realpath } from 'node:fs/promises'
import type { Effect } from '../../kernel/ports/effect.ts'
import type { Repository } from '../../kernel/ports/repository.ts'
import type { Workspaces } from '../../kernel/ports/workspaces.ts'
import { agentEnvironment } from './agent-environment.ts'
import { createQueue } from './create-queue.ts'
import { createRepository } from './create-repository.ts'
import { createWorkspaces } from './create-workspaces.ts'
import { translateFileError, translateFileErrors } from './file-errors.ts'
import type { RepositoryPlace } from './find-repository.ts'
import type { GitContext } from './git-context.ts'
import type { GitIdentity } from './git-settings.ts'
import type { RunLeftovers } from './leftovers.ts'
import { listLeftovers, pruneRun } from './leftovers.ts'
import { createGitRunner } from './run-git.ts'

export interface GitOptions {
  readonly place: RepositoryPlace
  /** Holds `<run>/<workspace>`; outside every checkout, and of this repository alone. */
  readonly worktreesRoot: string
  /** Holds guards and the hooks for agents; of this repository alone. */
  readonly stateFolder: string
  /** Unique to the run that this conductor plays: what else carries it is ended by `recover`. */
  readonly marker: string
  /** What git children inherit, without its `GIT_*`. */
  readonly environment: Readonly<Record<string, string | undefined>>
  readonly effect: Effect
  /** Author and committer of our commits; it is part of their hashes. */
  readonly identity?: GitIdentity
  /** Ends running git commands, which then reject with `cancelled`. */
  readonly signal?: AbortSignal
}

export interface Git {
  readonly workspaces: Workspaces
  readonly repository: Repository
  /** Variables for processes of an agent, in the workspace at this path, in place of every inherited `GIT_*`. */
  agentEnvironment(run: string, workspace?: string): Readonly<Record<string, string>>
  leftovers(): Promise<readonly RunLeftovers[]>
  pruneRun(run: string): Promise<void>
}

/** The user's repository behind two ports, by the git command line. */
export async function createGit(options: GitOptions): Promise<Git> {
  const { place, effect, environment, identity = { name: 'Tutti', email: 'tutti@localhost' } } = options
  // Agents and commands may carry the same marker of the run; only git children carry this one.
  const marker = `${options.marker}/git`
  const signal = options.signal === undefined ? {} : { signal: options.signal }
  const folder = (path: string): Promise<string> =>
    effect('make folder', async () => {
      await mkdir(path, { recursive: true })
      return realpath(path)
    })
  const context: GitContext = {
    ...place,
    worktreesRoot: await translateFileErrors(() => folder(options.worktreesRoot)),
    stateFolder: await translateFileErrors(() => folder(options.stateFolder)),
    identity,
    marker,
    effect,
    git: createGitRunner({ environment, identity, marker, ...signal }),
    trees: new Map(),
    indexes: new Map(),
    serially: createQueue(),
  }
  return {
    workspaces: createWorkspaces(context),
    repository: createRepository(context),
    agentEnvironment: (run, workspace) => {
      try {
        return agentEnvironment(context, run, workspace)
      } catch (error) {
        throw translateFileError(error)
      }
    },
    leftovers: () => translateFileErrors(() => listLeftovers(context)),
    pruneRun: (run) => translateFileErrors(() => pruneRun(context, run)),
  }
}
