import { randomUUID } from 'node:crypto'
import { rename } from 'node:fs/promises'
import { join } from 'node:path'
import type { Folder } from './folder-handle.ts'

const ASIDE = '.aside-'

/** Whether a name is of something that was set aside. */
export function isAside(name: string): boolean {
  return name.startsWith(ASIDE)
}

/** Moves what stands in the way, whatever it is, and gives its new path; a link is moved and not followed. */
export async function setAside(parent: Folder, name: string, to: Folder): Promise<string | null> {
  const aside = `${ASIDE}${name}-${randomUUID().slice(0, 8)}`
  try {
    await rename(parent.at(name), to.at(aside))
    return join(to.path, aside)
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
    throw error
  }
}
