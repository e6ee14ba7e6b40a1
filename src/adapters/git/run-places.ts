import { randomUUID } from 'node:crypto'
import { lstat, mkdir, readdir, rmdir } from 'node:fs/promises'
import { join } from 'node:path'
import { RunFailure } from '../../kernel/failure.ts'
import { removeMarked } from '../places/empty-folder.ts'
import type { Folder } from '../places/folder-handle.ts'
import { closeAfter, markAt, openBelow, openFolder } from '../places/folder-handle.ts'
import { setAside } from '../places/set-aside.ts'
import type { GitContext } from './git-context.ts'
import { placesFile, readPlaces, recordPlaces } from './place-records.ts'
import { removeState } from './remove-state.ts'
import { tellAside } from './tell-aside.ts'
import { makeBelow } from './worktree-registry.ts'

/** Folders that we give to agents and commands of a workspace, or to all agents of a run, as their own. */
const KINDS = ['tmp', 'agent-tmp', 'box', 'agent-box']
const GIVEN = new RegExp(String.raw`\.(${KINDS.join('|')})$|^\.home$|^_image-\w+$`)

/** Makes a folder of ours beside the workspaces, which goes with the run. */
export async function makeImageFolder(context: GitContext, run: string): Promise<Folder> {
  const root = await openRoot(context)
  const folder = await closeAfter(root, makeRun(context, root, run))
  return closeAfter(folder, makeBelow(folder, `_image-${randomUUID().replaceAll('-', '')}`))
}

/** The folder of all runs; one that somebody removed is made again. */
export async function openRoot(context: GitContext): Promise<Folder> {
  const { worktreesRoot: path, rootMark } = context
  const isGone = await lstat(path).then(
    () => false,
    () => true,
  )
  if (isGone) {
    await mkdir(path, { recursive: true })
    rootMark.is = (await markAt(path)) ?? ''
  }
  const root = await openFolder(path)
  if (root !== null && root.mark === rootMark.is) return root
  await root?.close()
  throw inTheWay(path)
}

/** The folder of a run when it is the one that we made. */
export async function openRun(context: GitContext, root: Folder, run: string): Promise<Folder | null> {
  const mark = (await readPlaces(context, run))?.folder
  if (mark === undefined) return null
  const folder = await openBelow(root, run, mark)
  if (folder === null || folder.mark === mark) return folder
  await folder.close()
  return null
}

/** The folder of a run, made where it is missing; what stands there instead is set aside. */
export async function makeRun(context: GitContext, root: Folder, run: string): Promise<Folder> {
  const found = await openRun(context, root, run)
  if (found !== null) return found
  const isKnown = (await readPlaces(context, run)) !== null
  if (isKnown) tellAside(context, run, join(root.path, run), await setAside(root, run, root))
  const made = await makeBelow(root, run)
  await recordPlaces(context, run, { folder: made.mark, worktrees: {} })
  return made
}

/** Removes the folder of a run with all that we made in it; whatever else lies there is set aside. */
export async function removeRunFolder(context: GitContext, run: string): Promise<void> {
  const root = await openRoot(context)
  try {
    const places = await readPlaces(context, run)
    // What nobody has written down may be anybody's, as long as there is anything in it.
    if (places === null) {
      await rmdir(root.at(run)).catch(() => {})
      return
    }
    const folder = await openRun(context, root, run)
    if (folder === null) {
      tellAside(context, run, join(root.path, run), await setAside(root, run, root))
      return
    }
    try {
      for (const name of await readdir(folder.here)) {
        const mark = GIVEN.test(name) ? await markAt(folder.at(name)) : places.worktrees[name]?.files
        const left = await removeMarked(folder, name, mark ?? undefined)
        if (left === 'foreign')
          tellAside(context, run, join(folder.path, name), await setAside(folder, name, root))
      }
    } finally {
      await folder.close()
    }
    await rmdir(root.at(run)).catch(() => {})
  } finally {
    await root.close()
  }
}

/** Removes what commands and agents of a workspace were given besides it. */
export async function removeGiven(context: GitContext, run: string, id: string): Promise<void> {
  await inRun(context, run, async (folder) => {
    for (const kind of KINDS) await removeOne(folder, `${id}.${kind}`)
  })
}

/** Removes what commands of a workspace wrote besides it: temporary files, and to what they had in place of caches. */
export async function removeWritten(context: GitContext, run: string, id: string): Promise<void> {
  await inRun(context, run, async (folder) => {
    for (const kind of ['tmp', 'box']) await removeOne(folder, `${id}.${kind}`)
  })
}

/** Forgets what was made for a run. */
export async function forgetRun(context: GitContext, run: string): Promise<void> {
  context.places.delete(run)
  await removeState(context, placesFile(context, run))
}

/** Removes the folder of a run when nothing is left in it. */
export async function removeIfEmpty(context: GitContext, run: string): Promise<void> {
  const root = await openRoot(context)
  try {
    await rmdir(root.at(run))
    await forgetRun(context, run)
  } catch {
    // There is more in it.
  } finally {
    await root.close()
  }
}

async function removeOne(folder: Folder, name: string): Promise<void> {
  const mark = await markAt(folder.at(name))
  if (mark !== null) await removeMarked(folder, name, mark)
}

/** Acts in the folder of a run, where it is still the one that we made. */
export async function inRun(
  context: GitContext,
  run: string,
  act: (folder: Folder) => Promise<void>,
): Promise<void> {
  const root = await openRoot(context)
  const folder = await closeAfter(root, openRun(context, root, run))
  if (folder !== null) await closeAfter(folder, act(folder))
}

function inTheWay(path: string): RunFailure {
  const message = `${path} is no folder of ours any more but something else: move it away, then resume.`
  return new RunFailure({ code: 'workspace-failed', message })
}
