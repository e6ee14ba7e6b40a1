import type { Stats } from 'node:fs'
import { constants } from 'node:fs'
import { chmod, lstat, open, readdir } from 'node:fs/promises'
import type { Folder, Name } from './folder-handle.ts'
import { hereOf, markAt, O_PATH, openBelow, pathOf } from './folder-handle.ts'

/** The longest path that the system takes has no more steps. */
const MOST_STEPS = 2048

/** Does something in a folder, and gives the names of those in it that are to be entered next. */
type Visit = (folder: Folder, steps: readonly string[]) => Promise<readonly Name[]>

/**
 * Enters folders below one, each from the one above it, so that a deep one takes no longer than a wide one. No link
 * is followed, and the walk ends where somebody moves a folder away meanwhile.
 */
export async function walkFolders(top: Folder, visit: Visit): Promise<void> {
  let here = await openBelow(top, '.')
  if (here === null) return
  try {
    const steps: string[] = []
    const levels = [{ mark: here.mark, waiting: [...(await visit(here, steps))] }]
    for (let level = levels.at(-1); level !== undefined; level = levels.at(-1)) {
      const name = level.waiting.pop()
      if (name === undefined) {
        levels.pop()
        steps.pop()
        const above = levels.at(-1)
        if (above === undefined) return
        const parent: Folder | null = await openBelow(here, '..')
        await here.close()
        here = parent
        if (here?.mark !== above.mark) return
        continue
      }
      const found: Folder | null = await openBelow(here, name, (await markAt(pathOf(here, name))) ?? '')
      if (found === null) continue
      const below = [...steps, String(name)]
      const waiting =
        below.length > MOST_STEPS ? [] : [...(await visit(found, below).catch(failAfter(found)))]
      if (waiting.length === 0) {
        await found.close()
        continue
      }
      await here.close()
      here = found
      steps.push(String(name))
      levels.push({ mark: found.mark, waiting })
    }
  } finally {
    await here?.close()
  }
}

function failAfter(folder: Folder): (error: unknown) => Promise<never> {
  return async (error) => {
    await folder.close()
    throw error
  }
}

/** Gives the owner back what somebody took away: folders to be listed and written, files to be read. */
export async function allowAccess(folder: Folder): Promise<void> {
  await walkFolders(folder, async (found) => {
    const known = await lstat(`${found.here}/.`)
    if ((known.mode & 0o700) !== 0o700) await chmod(found.here, (known.mode & 0o7777) | 0o700)
    const entries = await readdir(found.here, { withFileTypes: true, encoding: 'buffer' })
    for (const entry of entries) if (entry.isFile()) await allowReading(found.atBytes(entry.name))
    return entries.filter((entry) => entry.isDirectory()).map(({ name }) => name)
  })
}

async function allowReading(path: Buffer): Promise<void> {
  const handle = await open(
    path,
    constants.O_NOFOLLOW | (O_PATH === 0 ? constants.O_NONBLOCK : O_PATH),
  ).catch(() => null)
  if (handle === null) return
  try {
    const state = await handle.stat()
    if (state.isFile() && (state.mode & 0o400) === 0) await chmod(hereOf(path, handle), state.mode | 0o400)
  } finally {
    await handle.close()
  }
}

export interface Entry {
  readonly steps: readonly string[]
  readonly kind: 'file' | 'folder' | 'pipe' | 'other'
  readonly mode: number
}

/** Everything below a folder. No link is followed, as Node's own recursive listing would. */
export async function listEntries(folder: Folder): Promise<readonly Entry[]> {
  const entries: Entry[] = []
  await walkFolders(folder, async (found, above) => {
    const folders: string[] = []
    for (const name of await readdir(found.here)) {
      const state = await lstat(found.at(name)).catch(() => null)
      if (state === null) continue
      const kind = kindOf(state)
      entries.push({ steps: [...above, name], kind, mode: state.mode })
      if (kind === 'folder') folders.push(name)
    }
    return folders
  })
  return entries
}

function kindOf(state: Stats): Entry['kind'] {
  if (state.isDirectory()) return 'folder'
  if (state.isFile()) return 'file'
  return state.isFIFO() ? 'pipe' : 'other'
}
