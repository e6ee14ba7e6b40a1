import type { FSWatcher } from 'node:fs'
import { watch } from 'node:fs'
import { lstat } from 'node:fs/promises'
import type { Folder } from '../places/folder-handle.ts'

/** Folders that were moved, made or removed under the names of those that are watched. */
export interface MoveWatch {
  seen(): Promise<readonly string[]>
  /** What was seen until now does not count. */
  forget(): Promise<void>
  close(): void
}

/** Watches the folders that some files lie in, as far as the system lets us: a folder too many is not watched. */
export function watchMoves(top: Folder, files: readonly string[]): MoveWatch {
  const moved = new Set<string>()
  const watchers = [...foldersOf(files)].flatMap(([parent, names]) =>
    watching(top.at(parent === '' ? '.' : parent), (name) => {
      if (names.has(name)) moved.add(parent === '' ? name : `${parent}/${name}`)
    }),
  )
  // What happened before has come by the time that something asked later has come, and again.
  const told = async (): Promise<void> => {
    await lstat('/')
    await lstat('/')
  }
  return {
    async seen() {
      await told()
      return [...moved].toSorted()
    },
    async forget() {
      await told()
      moved.clear()
    },
    close() {
      for (const each of watchers) each.close()
    },
  }
}

function watching(folder: string, onMove: (name: string) => void): readonly FSWatcher[] {
  try {
    const watcher = watch(folder, { persistent: false }, (event, name) => {
      if (event === 'rename' && name !== null) onMove(name)
    })
    watcher.on('error', () => watcher.close())
    return [watcher]
  } catch {
    return []
  }
}

/** The names of all folders by the folder that they lie in. */
function foldersOf(files: readonly string[]): ReadonlyMap<string, ReadonlySet<string>> {
  const found = new Map<string, Set<string>>()
  for (const file of files) {
    for (let end = file.lastIndexOf('/'); end > 0; end = file.lastIndexOf('/', end - 1)) {
      const start = file.lastIndexOf('/', end - 1)
      const parent = start < 0 ? '' : file.slice(0, start)
      const names = found.get(parent) ?? new Set<string>()
      const name = file.slice(start + 1, end)
      if (names.has(name)) break
      found.set(parent, names.add(name))
    }
  }
  return found
}
