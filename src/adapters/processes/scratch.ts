import { statfsSync } from 'node:fs'
import { totalmem } from 'node:os'
import type { ProcessRow } from './process-table.ts'

const MOST_BYTES = 2 * 1024 ** 3
/** There are a few of them, and together they leave room for what is at work. */
const MOST_PART = 1 / 8
const IN_MEMORY = 0x01_02_19_94

/** How much may be kept in each folder in memory. */
export function scratchBytes(): number {
  return Math.min(MOST_BYTES, Math.floor(totalmem() * MOST_PART))
}

/**
 * How much lies in folders in memory, as the first process of the namespace sees them: that one is ours, and nobody in
 * there can put something else in its sight.
 */
export function keptInMemory(
  launcher: number,
  folders: readonly string[],
): (members: readonly ProcessRow[]) => number {
  return (members) => {
    const first = members.find(({ parent }) => parent === launcher)?.pid
    if (first === undefined) return 0
    return folders
      .map((folder) => bytesIn(`/proc/${first}/root${folder}`))
      .reduce((all, each) => all + each, 0)
  }
}

function bytesIn(folder: string): number {
  try {
    const { type, bsize, blocks, bfree } = statfsSync(folder)
    return type === IN_MEMORY ? bsize * (blocks - bfree) : 0
  } catch {
    return 0
  }
}
