import { randomUUID } from 'node:crypto'
import { lstat, mkdir, realpath } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { RunFailure } from '../../kernel/failure.ts'
import type { Effect } from '../../kernel/ports/effect.ts'
import type { Repository } from '../../kernel/ports/repository.ts'
import type { Secrets } from '../../kernel/ports/secrets.ts'
import type { ChangeSize, Workspaces } from '../../kernel/ports/workspaces.ts'
import { LARGEST_CHANGE } from '../../kernel/ports/workspaces.ts'
import { markAt } from '../places/folder-handle.ts'
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
  /** Takes the secrets out of a commit's message. */
  readonly secrets: Pick<Secrets, 'redact'>
  /** Author and committer of our commits; it is part of their hashes. */
  readonly identity?: GitIdentity
  /** How much an attempt may add. */
  readonly largestChange?: ChangeSize
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
      const own = join(await realpath(dirname(path)), basename(path))
      if ((await lstat(own)).isDirectory()) return own
      const message = `${own} is a link and no folder of ours: remove the link, then try again.`
      throw new RunFailure({ code: 'workspace-failed', message })
    })
  const worktreesRoot = await translateFileErrors(() => folder(options.worktreesRoot))
  const context: GitContext = {
    ...place,
    worktreesRoot,
    rootMark: { is: (await markAt(worktreesRoot)) ?? '' },
    stateFolder: await translateFileErrors(() => folder(options.stateFolder)),
    identity,
    marker,
    effect,
    secrets: options.secrets,
    git: createGitRunner({ environment, identity, marker, ...signal }),
    largestChange: options.largestChange ?? LARGEST_CHANGE,
    trees: new Map(),
    indexes: new Map(),
    objects: new Map(),
    settled: { name: randomUUID(), filesBefore: null },
    places: new Map(),
    setAside: new Map(),
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
