import { join } from 'node:path'
import { RunFailure } from '../../kernel/failure.ts'
import type { Folder } from '../places/folder-handle.ts'
import { isInPlace } from '../places/folder-handle.ts'
import { privateView } from './private-view.ts'
import type { GitPlace, SettledShared } from './git-place.ts'

/** How git is started so that it works where it was told to and nowhere else. */
export interface GitStand {
  readonly cwd: string
  /** Whether it is started in `cwd`, and not told to go there. */
  readonly stay: boolean
  /** What starts it. */
  readonly command: readonly string[]
  /** What it inherits from number 3 on. */
  readonly descriptors: readonly number[]
  readonly variables: Readonly<Record<string, string>>
  /** Throws when it may have worked elsewhere. */
  verify(): Promise<void>
}

export async function standIn(place: GitPlace): Promise<GitStand> {
  if (place.worktree !== undefined) return standInWorktree(place, place.worktree)
  if (place.settled !== undefined) return standInSettled(place, place.settled)
  const variables = variablesOf({ dir: place.gitDir, index: place.indexFile })
  return { cwd: place.cwd, stay: false, command: [], descriptors: [], variables, verify: async () => {} }
}

/** Where all worktrees' objects are, with the settings that there were at first. */
async function standInSettled(place: GitPlace, settled: SettledShared): Promise<GitStand> {
  const view = await privateView(settled.used)
  const shared = view === null ? null : await view.keep(settled.name, settled.content)
  const { settled: _settled, ...plain } = place
  if (view === null) return standIn(plain)
  if (shared === null) throw unkept(settled.commonDir)
  return {
    cwd: shared,
    stay: false,
    command: [...view.command, '--'],
    descriptors: view.descriptors,
    variables: variablesOf({ dir: shared, objects: objectsOf(settled), index: place.indexFile }),
    verify: async () => {},
  }
}

async function standInWorktree(
  place: GitPlace,
  { files, git, shared }: NonNullable<GitPlace['worktree']>,
): Promise<GitStand> {
  const { commonDir } = shared
  const view = await privateView([files.path, git.path, ...shared.used])
  if (view === null) return standByPath(place, files, git, commonDir)
  const pinned = await view.pin(files, git)
  if (pinned === null) throw moved(files)
  const common = await view.keep(shared.name, shared.content)
  if (common === null) throw unkept(commonDir)
  const index = place.indexFile?.replace(git.path, pinned.git)
  const objects = objectsOf(shared)
  return {
    cwd: pinned.files,
    stay: false,
    command: [...view.command, '--'],
    descriptors: view.descriptors,
    variables: variablesOf({ dir: pinned.git, common, objects, tree: pinned.files, index }),
    verify: async () => {},
  }
}

/** Without a view of our own git finds the folder by its path, and a swap in between is seen only afterwards. */
async function standByPath(
  place: GitPlace,
  files: Folder,
  git: Folder,
  commonDir: string,
): Promise<GitStand> {
  const verify = async (): Promise<void> => {
    if (!(await isInPlace(files)) || !(await isInPlace(git))) throw moved(files)
  }
  await verify()
  const variables = variablesOf({ dir: git.path, common: commonDir, tree: '.', index: place.indexFile })
  return { cwd: files.here, stay: true, command: [], descriptors: [], variables, verify }
}

function variablesOf({
  dir,
  common,
  objects,
  tree,
  index,
}: Readonly<Partial<Record<'dir' | 'common' | 'objects' | 'tree' | 'index', string | undefined>>>): Record<
  string,
  string
> {
  return {
    ...(dir !== undefined && { GIT_DIR: dir }),
    ...(common !== undefined && { GIT_COMMON_DIR: common }),
    ...(objects !== undefined && { GIT_OBJECT_DIRECTORY: objects }),
    ...(tree !== undefined && { GIT_WORK_TREE: tree }),
    ...(index !== undefined && { GIT_INDEX_FILE: index }),
  }
}

/** By its own path: it may name other stores by relative ones. */
function objectsOf({ commonDir }: SettledShared): string {
  return join(commonDir, 'objects')
}

function unkept(commonDir: string): RunFailure {
  const message = `The git settings of ${commonDir} cannot be kept apart: look at the memory and the free processes, then resume.`
  return new RunFailure({ code: 'workspace-failed', message })
}

function moved({ path }: Folder): RunFailure {
  const message = `Somebody put something else in the place of ${path} while it was worked on: look who did, then resume.`
  return new RunFailure({ code: 'workspace-failed', message })
}
