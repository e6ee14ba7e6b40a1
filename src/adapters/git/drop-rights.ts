import { constants } from 'node:fs'
import { chmod, open } from 'node:fs/promises'
import { basename, dirname } from 'node:path'
import { closeAfter, O_PATH } from '../places/folder-handle.ts'
import type { Folder } from '../places/folder-handle.ts'
import { walkFolders } from '../places/walk-folders.ts'
import { readMarks } from './folder-marks.ts'
import type { GitContext } from './git-context.ts'

/** Set-user-id and set-group-id: whoever runs such a file runs it with the rights of its owner. */
const RIGHTS = 0o6000

/** Takes the rights of their owner from files that an agent left; no link is followed. */
export async function dropRights({ effect }: Pick<GitContext, 'effect'>, place: Folder): Promise<void> {
  const entries = await readMarks(place.here)
  const given = new Map<string, [name: string, mode: number][]>()
  const onTheWay = new Set<string>()
  for (const [path, { kind, mode }] of entries) {
    if (kind !== 'file' || (mode & RIGHTS) === 0) continue
    const above = dirname(path)
    given.set(above, [...(given.get(above) ?? []), [basename(path), mode]])
    for (let at = above; at !== '.' && !onTheWay.has(at); at = dirname(at)) onTheWay.add(at)
  }
  if (given.size === 0) return
  await walkFolders(place, async (folder, steps) => {
    const here = steps.length === 0 ? '.' : steps.join('/')
    for (const [name, mode] of given.get(here) ?? [])
      await effect('drop rights', () => setMode(folder.at(name), mode & ~RIGHTS))
    return [...onTheWay].filter((path) => dirname(path) === here).map((path) => basename(path))
  })
}

/** Of this very file, whatever its path has come to mean since. */
async function setMode(path: string, mode: number): Promise<void> {
  const file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW | O_PATH).catch(() => null)
  if (file === null) return
  const isFile = await file.stat().then((found) => found.isFile())
  const act = !isFile
    ? Promise.resolve()
    : O_PATH === 0
      ? file.chmod(mode)
      : chmod(`/proc/self/fd/${file.fd}`, mode)
  await closeAfter(file, act)
}
