import { readdir } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type { Folder } from '../places/folder-handle.ts'
import { closeAfter, openBelow, openFolder } from '../places/folder-handle.ts'
import { walkFolders } from '../places/walk-folders.ts'
import { removeEntry } from '../places/empty-folder.ts'
import type { GitContext } from './git-context.ts'
import { namesOf } from './place-records.ts'
import { inRun } from './run-places.ts'

/** As whoever starts agents calls them: what is written to now, and what was left. */
const LIVE = /^git-[\w-]+$/
const LEFT = /^objects-[\w-]+$/

/**
 * Folders of objects that agents of a workspace made in a repository of their own, each with nothing in it but files:
 * git of ours would wait for ever for a pipe, and a link may lead to one.
 */
export async function listPrivateObjects(context: GitContext, path: string): Promise<readonly string[]> {
  const box = boxOf(path)
  const names = await readdir(box).catch(() => [])
  const found = names.flatMap((name) =>
    LIVE.test(name) ? [join(box, name, 'objects')] : LEFT.test(name) ? [join(box, name)] : [],
  )
  const kept: string[] = []
  for (const each of found) {
    const folder = await openFolder(each)
    if (folder === null) continue
    await closeAfter(folder, removeStrange(context, folder))
    kept.push(each)
  }
  return kept
}

async function removeStrange({ effect }: GitContext, objects: Folder): Promise<void> {
  await walkFolders(objects, async (folder) => {
    const entries = await readdir(folder.here, { withFileTypes: true })
    for (const entry of entries) {
      if (!entry.isFile() && !entry.isDirectory())
        await effect('remove private objects', () => removeEntry(folder, entry.name))
    }
    return entries.filter((entry) => entry.isDirectory()).map(({ name }) => name)
  })
}

/** Removes them when nothing of the workspace names one any more, but for those that are written to. */
export async function removePrivateObjects(context: GitContext, path: string): Promise<void> {
  const { run } = namesOf(context, path)
  await inRun(context, run, async (folder) => {
    const box = await openBelow(folder, basename(boxOf(path)))
    if (box === null) return
    const names = (await readdir(box.here)).filter((name) => LEFT.test(name))
    if (names.length === 0) return box.close()
    const remove = async (): Promise<void> => {
      for (const name of names) await removeEntry(box, name)
    }
    await closeAfter(box, context.effect('remove private objects', remove))
  })
}

function boxOf(path: string): string {
  return `${path}.agent-box`
}
