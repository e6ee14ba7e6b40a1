import { existsSync, realpathSync } from 'node:fs'

/** Where a path leads to in the end; `null` when nothing is there. */
export function realOf(path: string): string | null {
  try {
    // Most paths that are asked for are not there, and an error costs more than a look.
    return existsSync(path) ? realpathSync.native(path) : null
  } catch {
    return null
  }
}
