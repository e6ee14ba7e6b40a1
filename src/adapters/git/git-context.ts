import { join, relative } from 'node:path'
import { RunFailure } from '../../kernel/failure.ts'
import type { Effect } from '../../kernel/ports/effect.ts'
import type { Secrets } from '../../kernel/ports/secrets.ts'
import type { ChangeSize, SharedFinding, Workspace } from '../../kernel/ports/workspaces.ts'
import type { RepositoryPlace } from './find-repository.ts'
import type { GitIdentity } from './git-settings.ts'
import type { GitPlace } from './git-place.ts'
import type { RunGit } from './run-git.ts'
import type { KnownObject } from './object-reader.ts'
import type { RunPlaces } from './made-places.ts'
import type { SharedFiles } from './shared-file.ts'
import { safeName } from './safe-name.ts'

/** What `safeName` can give, twice. */
const OWN_PATH = /^[\w+-]+\/[\w+-]+$/

/** What every part of this adapter works with. */
export interface GitContext extends RepositoryPlace {
  /** Real path of the folder that holds `<run>/<workspace>`. */
  readonly worktreesRoot: string
  /** What that folder is known by. */
  readonly rootMark: { is: string }
  /** Real path of our own folder for guards and hooks. */
  readonly stateFolder: string
  readonly identity: GitIdentity
  /** What our git children carry in their environment. */
  readonly marker: string
  readonly effect: Effect
  readonly git: RunGit
  /** How much an attempt may add. */
  readonly largestChange: ChangeSize
  /** Keeps secrets out of messages. */
  readonly secrets: Pick<Secrets, 'redact'>
  /** The trees of commits, as far as they have been asked for or made here. */
  readonly trees: Map<string, string>
  /** The indexes of worktrees as we last wrote them, by git directory. */
  readonly indexes: Map<string, string>
  /** Objects whose content is what their names stand for, as it lay when it was read. */
  readonly objects: Map<string, KnownObject>
  /** What our own git takes as it was at first: by a name of its own, from before turns that were cut off. */
  readonly settled: { readonly name: string; filesBefore: SharedFiles | null }
  /** What we made for a run, as far as it has been asked for or made here. */
  readonly places: Map<string, RunPlaces>
  /** Of each run, what was set aside and is not told yet. */
  readonly setAside: Map<string, readonly SharedFinding[]>
  /** One at a time within this adapter, for what git registers in shared files. */
  readonly serially: <T>(act: () => Promise<T>) => Promise<T>
}

/** Where refs and objects are read and written: what all worktrees share. */
export function sharedPlace(context: GitContext): GitPlace {
  return { cwd: context.commonDir, gitDir: context.commonDir }
}

/** The checkout the user stands in, with a HEAD of its own. */
export function checkoutPlace(context: GitContext): GitPlace {
  return { cwd: context.root, gitDir: context.gitDir }
}

/** The folder of a run's workspaces. */
export function runFolder(context: GitContext, run: string): string {
  return join(context.worktreesRoot, safeName(run))
}

/** Refuses a record that is not of a workspace of ours, so that nothing else can be written or removed. */
export function requireOwn(context: GitContext, workspace: Workspace): void {
  const inside = relative(context.worktreesRoot, workspace.path)
  const isOwn = OWN_PATH.test(inside) && join(context.worktreesRoot, inside) === workspace.path
  if (isOwn && workspace.ref.startsWith('refs/tutti/')) return
  const message = `${workspace.path} is no workspace below ${context.worktreesRoot}: open the workspace again.`
  throw new RunFailure({ code: 'workspace-failed', message })
}
