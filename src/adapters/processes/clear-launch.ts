import { lstatSync } from 'node:fs'
import { rename } from 'node:fs/promises'
import { basename } from 'node:path'
import { removeAtOnce, removeEntry } from '../places/empty-folder.ts'
import type { Folder, FolderPath } from '../places/folder-handle.ts'
import { closeAfter, entriesOf, lookAt, lookBelow, openDeep, openFolder } from '../places/folder-handle.ts'
import { workName } from './package-caches.ts'
import { pastObjects, skeletonOf } from './git-skeleton.ts'

const OBJECTS = /^[0-9a-f]{2}$/
/** Of folders that git makes for objects there are 256, beside two others. */
const MOST_FANS = 300

/**
 * Removes what was made in `box` for a launch alone, when nobody of it is left. Objects of git that it made stay, out
 * of everybody's reach: the HEAD of its workspace may name one. Contract: what somebody led elsewhere stays as it is.
 */
export async function clearLaunch(box: string | undefined, launch: string): Promise<void> {
  if (box === undefined || isClearedAtOnce(box, launch)) return
  const folder = await openFolder(box).catch(() => null)
  if (folder === null) return
  const clear = async (): Promise<void> => {
    // What cannot be removed goes with the box.
    await removeEntry(folder, workName(launch)).catch(() => {})
    await clearSkeleton(folder, box, launch).catch(() => {})
  }
  await closeAfter(folder, clear())
}

/** As nearly every launch is: it left little, and no objects. */
function isClearedAtOnce(box: string, launch: string): boolean {
  const skeleton = basename(skeletonOf(box, launch))
  try {
    const folder = lookAt(box)
    if (folder === null) return false
    try {
      const isGone = (name: string): boolean =>
        lstatSync(`${folder.here}/${name}`, { throwIfNoEntry: false }) === undefined ||
        removeAtOnce(folder, name)
      return isGone(workName(launch)) && !holdsObjects(folder, skeleton) && isGone(skeleton)
    } finally {
      folder.close()
    }
  } catch {
    return false
  }
}

async function clearSkeleton(folder: Folder, box: string, launch: string): Promise<void> {
  const name = basename(skeletonOf(box, launch))
  if (holdsObjects(folder, name)) {
    const skeleton = await openDeep(folder, [name])
    if (skeleton !== null) await closeAfter(skeleton, keepObjects(folder, skeleton, pastObjects(box, launch)))
  }
  await removeEntry(folder, name)
}

async function keepObjects(folder: Folder, skeleton: Folder, past: string): Promise<void> {
  const objects = await openDeep(skeleton, ['objects'])
  if (objects === null) return
  const keep = async (): Promise<void> => {
    // They are to be found in what they were made beside, and wherever else its author says.
    await removeEntry(objects, 'info')
    await rename(skeleton.at('objects'), folder.at(basename(past)))
  }
  await closeAfter(objects, keep())
}

/** Also when it cannot be told at one glance. */
function holdsObjects(folder: FolderPath, skeleton: string): boolean {
  try {
    return isSeenBelow(folder, skeleton, (own) => isSeenBelow(own, 'objects', holdsAny))
  } catch {
    return true
  }
}

function holdsAny(objects: FolderPath): boolean {
  const names = entriesOf(objects, MOST_FANS).map(({ name }) => String(name))
  const hasPack = (): boolean => isSeenBelow(objects, 'pack', (pack) => entriesOf(pack, 1).length > 0)
  return names.length === MOST_FANS || names.some((name) => OBJECTS.test(name)) || hasPack()
}

function isSeenBelow(folder: FolderPath, name: string, see: (below: FolderPath) => boolean): boolean {
  const below = lookBelow(folder, name)
  if (below === null) return false
  try {
    return see(below)
  } finally {
    below.close()
  }
}
