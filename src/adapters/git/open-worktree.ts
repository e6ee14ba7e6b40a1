import { lstat, mkdir } from 'node:fs/promises'
import { RunFailure } from '../../kernel/failure.ts'
import { removeMarked } from '../places/empty-folder.ts'
import type { Folder } from '../places/folder-handle.ts'
import { closeAfter, openBelow } from '../places/folder-handle.ts'
import { setAside } from '../places/set-aside.ts'
import { whenGone } from './file-errors.ts'
import type { GitContext } from './git-context.ts'
import { runFolder } from './git-context.ts'
import { healWorktree } from './heal-worktree.ts'
import { namesOf, readPlaces, recordPlaces } from './place-records.ts'
import { forgetRun, makeRun, openRoot, openRun, removeRunFolder } from './run-places.ts'
import { tellAside } from './tell-aside.ts'
import {
  addRegistration,
  openRegistration,
  registrationsAt,
  registrationsBelow,
  removeRegistration,
} from './worktree-registry.ts'

/** A detached worktree of ours, held open: it is the one that we made, and stays so whatever becomes of its path. */
export interface Worktree {
  readonly path: string
  readonly gitDir: string
  readonly files: Folder
  readonly git: Folder
  /** Whether it has just been made, and so holds no files yet. */
  readonly fresh: boolean
}

/** Works in the worktree at `path`, which is made where there is none; what is not the one we made is set aside. */
export async function withEnsured<T>(
  context: GitContext,
  path: string,
  commit: string,
  act: (worktree: Worktree) => Promise<T>,
): Promise<T> {
  const worktree = await context.serially(async () => {
    const found = await openWorktree(context, path)
    if (found === null) return addWorktree(context, path, commit)
    await removeOthers(context, found)
    return found
  })
  return closeAfter(closing(worktree), act(worktree))
}

/** Works in the worktree at `path` when it is the one that we made; otherwise nothing is done and it gives `null`. */
export async function withWorktree<T>(
  context: GitContext,
  path: string,
  act: (worktree: Worktree) => Promise<T>,
): Promise<T | null> {
  const worktree = await openWorktree(context, path)
  return worktree === null ? null : closeAfter(closing(worktree), act(worktree))
}

/** Removes folder and registration of the worktree at `path`, as much of them as there is. */
export async function discardWorktree(context: GitContext, path: string): Promise<void> {
  const { run, id } = namesOf(context, path)
  const places = await readPlaces(context, run)
  const known = places?.worktrees[id]
  if (await isThere(path)) {
    await context.effect('remove workspace', async () => {
      const root = await openRoot(context)
      await closeAfter(root, removeFiles(context, root, path, known?.files))
    })
  }
  for (const registration of await registrationsAt(context.commonDir, path)) {
    await context.effect('git worktree-remove', async () => {
      const mark = registration.name === known?.registration ? known.gitDir : undefined
      const aside = await removeRegistration(context.commonDir, registration, mark)
      tellAside(context, run, registration.gitDir, aside)
    })
  }
}

/** Removes every worktree of a run, and whatever else lies in the run's folder. */
export function discardRun(context: GitContext, run: string): Promise<void> {
  return context.serially(async () => {
    const folder = runFolder(context, run)
    const { run: name } = namesOf(context, folder)
    const known = Object.values((await readPlaces(context, name))?.worktrees ?? {})
    await context.effect('remove workspace', () => removeRunFolder(context, name))
    for (const registration of await registrationsBelow(context.commonDir, folder)) {
      await context.effect('git worktree-remove', async () => {
        const mark = known.find((each) => each.registration === registration.name)?.gitDir
        const aside = await removeRegistration(context.commonDir, registration, mark)
        tellAside(context, name, registration.gitDir, aside)
      })
    }
    if ((await readPlaces(context, name)) !== null)
      await context.effect('forget workspace', () => forgetRun(context, name))
  })
}

async function removeFiles(
  context: GitContext,
  root: Folder,
  path: string,
  mark: string | undefined,
): Promise<void> {
  const { run, id } = namesOf(context, path)
  const folder = await openRun(context, root, run)
  if (folder === null) return
  const remove = async (): Promise<void> => {
    const left = await removeMarked(folder, id, mark)
    if (left === 'foreign') tellAside(context, run, path, await setAside(folder, id, root))
  }
  await closeAfter(folder, remove())
}

function closing({ files, git }: Worktree): { readonly close: () => Promise<void> } {
  return {
    close: async () => {
      await files.close()
      await git.close()
    },
  }
}

async function openWorktree(context: GitContext, path: string): Promise<Worktree | null> {
  const { run, id } = namesOf(context, path)
  const known = (await readPlaces(context, run))?.worktrees[id]
  if (known === undefined) return null
  const root = await openRoot(context)
  const folder = await closeAfter(root, openRun(context, root, run))
  if (folder === null) return null
  const files = await closeAfter(folder, openBelow(folder, id, known.files))
  if (files === null) return null
  const git =
    files.mark === known.files
      ? await openRegistration(context.commonDir, known.registration, known.gitDir)
      : null
  if (git === null) {
    await files.close()
    return null
  }
  const worktree = { path, gitDir: git.path, files, git, fresh: false }
  try {
    await healWorktree(context, worktree, known.base)
    return worktree
  } catch (error) {
    await closing(worktree).close()
    throw error
  }
}

/** Registrations of the same path that somebody else made. */
async function removeOthers(context: GitContext, { path, gitDir }: Worktree): Promise<void> {
  const { run } = namesOf(context, path)
  for (const registration of await registrationsAt(context.commonDir, path)) {
    if (registration.gitDir === gitDir) continue
    await context.effect('git worktree-remove', async () => {
      const aside = await removeRegistration(context.commonDir, registration, undefined)
      tellAside(context, run, registration.gitDir, aside)
    })
  }
}

async function addWorktree(context: GitContext, path: string, commit: string): Promise<Worktree> {
  await discardWorktree(context, path)
  const { run } = namesOf(context, path)
  await context.effect('git worktree-add', async () => {
    const root = await openRoot(context)
    const folder = await closeAfter(root, makeRun(context, root, run))
    await closeAfter(folder, makeFiles(context, folder, path, commit))
  })
  const made = await openWorktree(context, path)
  if (made === null) throw inTheWay(path)
  return { ...made, fresh: true }
}

async function makeFiles(context: GitContext, folder: Folder, path: string, commit: string): Promise<void> {
  const { run, id } = namesOf(context, path)
  await mkdir(folder.at(id))
  const files = await openBelow(folder, id)
  if (files === null) throw inTheWay(path)
  await files.close()
  await addRegistration(context.commonDir, path, commit, async (made) => {
    const worktrees = (await readPlaces(context, run))?.worktrees ?? {}
    const place = { ...made, files: files.mark, base: commit }
    await recordPlaces(context, run, { folder: folder.mark, worktrees: { ...worktrees, [id]: place } })
  })
}

async function isThere(path: string): Promise<boolean> {
  return (await lstat(path).catch(whenGone(null))) !== null
}

function inTheWay(path: string): RunFailure {
  const message = `Something else took the place of ${path} while it was made: look who did, then resume.`
  return new RunFailure({ code: 'workspace-failed', message })
}
