import { lstat, rename, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { closeAfter } from '../places/folder-handle.ts'
import type { GitContext } from './git-context.ts'
import { inRun, makeImageFolder } from './run-places.ts'
import { makeBelow } from './worktree-registry.ts'

/** As whoever starts commands calls them: what is written to now, and what lies below it. */
const WRITTEN = 'caches'
const BELOW = 'prepared'

/**
 * Takes what commands of a workspace have written to package caches out of their reach and leaves it to be read;
 * `null` when there is nothing.
 */
export async function keepCaches(context: GitContext, run: string, id: string): Promise<string | null> {
  let kept: string | null = null
  await inRun(context, run, async (folder) => {
    const written = join(`${id}.box`, WRITTEN)
    const isThere = await lstat(folder.at(written)).then(
      (found) => found.isDirectory(),
      () => false,
    )
    if (!isThere) return
    const image = await makeImageFolder(context, run)
    await closeAfter(image, rename(folder.at(written), image.at(WRITTEN)))
    kept = join(image.path, WRITTEN)
  })
  if (kept !== null) await layBelow(context, run, id, kept)
  return kept
}

/** Lets the commands of a workspace find caches as they were kept. */
export async function layBelow(context: GitContext, run: string, id: string, kept: string): Promise<void> {
  await inRun(context, run, async (folder) => {
    const box = await makeBelow(folder, `${id}.box`)
    await closeAfter(box, symlink(kept, box.at(BELOW)))
  })
}
