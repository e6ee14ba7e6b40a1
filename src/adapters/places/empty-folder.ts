import { randomUUID } from 'node:crypto'
import type { Dirent } from 'node:fs'
import { rmdirSync, unlinkSync } from 'node:fs'
import { chmod, lstat, readdir, rename, rmdir, unlink } from 'node:fs/promises'
import { allEnded } from './all-ended.ts'
import type { Folder, FolderPath, Name } from './folder-handle.ts'
import { allowOwner, closeAfter, entriesOf, lookBelow, openBelow, pathOf } from './folder-handle.ts'

const AT_ONCE = 32
/** So much is removed at one stroke: less than what it costs to give way to others before each step. */
const SMALL = 64
/** Somebody may still be writing there. */
const MOST_ROUNDS = 20

/**
 * Removes what lies in a folder, and never leaves it: no link is followed, and nothing is entered but through an
 * open folder. What is deep is brought up first, so that no depth is too deep.
 */
export async function emptyFolder(folder: Folder): Promise<void> {
  await allowWriting(folder)
  for (let round = 1; ; round += 1) {
    const entries = await entriesIn(folder)
    if (entries.length === 0) return
    if (round === MOST_ROUNDS) throw stillWritten(folder.path)
    await removeFiles(folder, entries)
    for (const entry of entries) if (entry.isDirectory()) await dissolve(folder, entry.name)
  }
}

/** Removes one thing in a folder of ours, with all that lies in it; a link is removed and not followed. */
export async function removeEntry(folder: Folder, name: Name): Promise<void> {
  const found = await lstat(pathOf(folder, name)).catch(unless('ENOENT', null))
  if (found === null) return
  if (found.isDirectory()) {
    if (!removeAtOnce(folder, name)) await dissolve(folder, name)
  } else await unlink(pathOf(folder, name)).catch(unless('ENOENT', undefined))
}

/** Removes the folder of that name when it is the one that we made. */
export async function removeMarked(
  parent: Folder,
  name: string,
  mark: string | undefined,
): Promise<'removed' | 'gone' | 'foreign'> {
  const folder = await openBelow(parent, name, mark)
  if (folder === null) {
    const found = await lstat(parent.at(name)).catch(unless('ENOENT', null))
    return found === null ? 'gone' : 'foreign'
  }
  try {
    if (folder.mark !== mark) return (await removeEmpty(parent, name)) ? 'removed' : 'foreign'
    await emptyFolder(folder)
  } catch (error) {
    // Something is mounted in it.
    if (codeOf(error) === 'EBUSY') return 'foreign'
    throw error
  } finally {
    await folder.close()
  }
  return (await removeEmpty(parent, name)) ? 'removed' : 'foreign'
}

/** Whether a folder held little and is gone; whatever stood in the way, some of what it held may be gone too. */
export function removeAtOnce(parent: FolderPath, name: Name): boolean {
  return removeSmall(parent, name, { entries: SMALL })
}

function removeSmall(parent: FolderPath, name: Name, left: { entries: number }): boolean {
  try {
    const folder = lookBelow(parent, name)
    if (folder === null) return false
    try {
      allowOwner(folder)
      const entries = entriesOf(folder, left.entries + 1)
      left.entries -= entries.length
      if (left.entries < 0) return false
      for (const entry of entries) {
        if (!entry.isDirectory()) unlinkSync(pathOf(folder, entry.name))
        else if (!removeSmall(folder, entry.name, left)) return false
      }
    } finally {
      folder.close()
    }
    rmdirSync(pathOf(parent, name))
    return true
  } catch {
    return false
  }
}

async function removeEmpty(parent: Folder, name: Name): Promise<boolean> {
  return rmdir(pathOf(parent, name)).then(
    () => true,
    (error: unknown) => {
      if (codeOf(error) === 'ENOENT') return true
      if (['ENOTEMPTY', 'EEXIST', 'ENOTDIR'].includes(codeOf(error))) return false
      throw error
    },
  )
}

/** Removes a folder that lies in `top`: all that it holds is brought up into `top` and removed from there. */
async function dissolve(top: Folder, first: Name): Promise<void> {
  const waiting: Name[] = [first]
  for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
    for (let round = 1; !(await removeEmpty(top, name)); round += 1) {
      if (round === MOST_ROUNDS) throw stillWritten(top.path)
      const folder = await openMade(top, name)
      if (folder === null) {
        // It is no folder any more.
        await unlink(pathOf(top, name)).catch(unless('ENOENT', undefined))
        break
      }
      try {
        waiting.push(...(await bringUp(top, folder)))
      } finally {
        await folder.close()
      }
    }
  }
}

async function bringUp(top: Folder, folder: Folder): Promise<readonly string[]> {
  await allowWriting(folder)
  const entries = await entriesIn(folder)
  await removeFiles(folder, entries)
  const brought: string[] = []
  for (const entry of entries.filter((each) => each.isDirectory())) {
    if (await removeEmpty(folder, entry.name)) continue
    const name = `.${randomUUID()}`
    try {
      await rename(folder.atBytes(entry.name), top.at(name))
    } catch (error) {
      if (codeOf(error) === 'ENOENT') continue
      if (codeOf(error) !== 'EACCES') throw error
      // A folder that may not be written cannot change its parent.
      const below = await openMade(folder, entry.name)
      if (below === null) continue
      await closeAfter(below, allowWriting(below))
      await rename(folder.atBytes(entry.name), top.at(name))
    }
    brought.push(name)
  }
  return brought
}

/** Opens a folder inside one of ours, whatever its permissions. */
async function openMade(parent: Folder, name: Name): Promise<Folder | null> {
  const found = await lstat(pathOf(parent, name), { bigint: true }).catch(unless('ENOENT', null))
  if (found === null || !found.isDirectory()) return null
  return openBelow(parent, name, `${found.ino} ${found.birthtimeNs}`)
}

async function allowWriting(folder: Folder): Promise<void> {
  const { mode } = await lstat(`${folder.here}/.`)
  if ((mode & 0o700) !== 0o700) await chmod(folder.here, (mode & 0o7777) | 0o700)
}

async function removeFiles(folder: Folder, entries: readonly Dirent<Buffer>[]): Promise<void> {
  const files = entries.filter((entry) => !entry.isDirectory())
  for (let start = 0; start < files.length; start += AT_ONCE) {
    const some = files.slice(start, start + AT_ONCE)
    await allEnded(
      some.map(({ name }) => unlink(folder.atBytes(name)).catch(unless(['ENOENT', 'EISDIR'], undefined))),
    )
  }
}

/** By names as the system has them: one that is no text would be found under no other. */
function entriesIn(folder: Folder): Promise<readonly Dirent<Buffer>[]> {
  return readdir(folder.here, { withFileTypes: true, encoding: 'buffer' })
}

function unless<T>(codes: string | readonly string[], instead: T): (error: unknown) => T {
  return (error) => {
    if ([codes].flat().includes(codeOf(error))) return instead
    throw error
  }
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : ''
}

function stillWritten(path: string): Error {
  return Object.assign(new Error(`somebody keeps writing in ${path}`), { code: 'EBUSY' })
}
