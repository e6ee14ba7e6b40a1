import { readdirSync, readlinkSync } from 'node:fs'
import type { ProcessRow } from './process-table.ts'
import { hasTerminal, readEnvironment } from './process-table.ts'

/** A folder of ours, and the start time of the first process that has any business in it. */
export interface Lair {
  readonly folder: string
  readonly since: string
}

/**
 * Whether a process hides in a folder of ours: it works there or holds a file there open, started after `since`,
 * was left to an ancestor of ours by a parent that died, has no terminal, and its environment was wiped. A program
 * that the user started there himself, such as an editor, has at least his home in its environment. Linux only.
 */
export function hidesIn(row: ProcessRow, { folder, since }: Lair, ancestors: ReadonlySet<number>): boolean {
  if (process.platform !== 'linux') return false
  if (row.parent === process.pid || !ancestors.has(row.parent)) return false
  if (Number(row.startTime) < Number(since) || hasTerminal(row.pid)) return false
  const environment = readEnvironment(row.pid)
  if (environment === null || environment.some((variable) => /^(HOME|USER|LOGNAME)=/.test(variable)))
    return false
  return [`/proc/${row.pid}/cwd`, ...descriptors(row.pid)].some((link) => leadsInto(link, folder))
}

function descriptors(pid: number): readonly string[] {
  try {
    return readdirSync(`/proc/${pid}/fd`).map((name) => `/proc/${pid}/fd/${name}`)
  } catch {
    return []
  }
}

function leadsInto(link: string, folder: string): boolean {
  try {
    const target = readlinkSync(link)
    return target === folder || target.startsWith(`${folder}/`)
  } catch {
    return false
  }
}
