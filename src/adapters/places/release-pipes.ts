import { constants } from 'node:fs'
import { open, readdir } from 'node:fs/promises'
import { removeEntry } from './empty-folder.ts'
import type { Folder } from './folder-handle.ts'
import { closeAfter } from './folder-handle.ts'
import { walkFolders } from './walk-folders.ts'

const LOOK_AFTER_MS = 2000
const BOTH_ENDS = constants.O_RDWR | constants.O_NOFOLLOW | constants.O_NONBLOCK

/** Runs `act`, and whenever it takes long removes pipes below a folder: whoever reads one would wait for ever. */
export async function withoutPipes<T>(folder: Folder | undefined, act: () => Promise<T>): Promise<T> {
  if (folder === undefined) return act()
  let releasing = Promise.resolve()
  const timer = setInterval(() => {
    releasing = releasing.then(() => releasePipes(folder)).catch(() => {})
  }, LOOK_AFTER_MS)
  try {
    return await act()
  } finally {
    clearInterval(timer)
    await releasing
  }
}

async function releasePipes(folder: Folder): Promise<void> {
  await walkFolders(folder, async (found) => {
    const entries = await readdir(found.here, { withFileTypes: true, encoding: 'buffer' })
    for (const entry of entries) if (entry.isFIFO()) await release(found, entry.name)
    return entries.filter((entry) => entry.isDirectory()).map(({ name }) => name)
  })
}

/** Opened and closed at its other end, so that whoever waits reads its end. */
async function release(folder: Folder, name: Buffer): Promise<void> {
  const pipe = await open(folder.atBytes(name), BOTH_ENDS)
  await closeAfter(pipe, removeEntry(folder, name))
}
