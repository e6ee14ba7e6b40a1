import { readlinkSync, realpathSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'

/** As the system goes, no more links follow on each other. */
const MOST_LINKS = 40

/** Where a path leads to in the end, also where nothing is there yet. */
export function realPlace(path: string, links = 0): string {
  try {
    return realpathSync.native(path)
  } catch {
    const above = realPlace(dirname(path), links)
    const target = links < MOST_LINKS ? linkAt(path) : null
    return target === null ? join(above, basename(path)) : realPlace(resolve(above, target), links + 1)
  }
}

function linkAt(path: string): string | null {
  try {
    return readlinkSync(path)
  } catch {
    return null
  }
}
