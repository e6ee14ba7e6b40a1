import { readdirSync, readFileSync } from 'node:fs'
import { findProcesses } from './find-remains.ts'
import type { Place } from './place.ts'

/** Ends a process, all its descendants, and whatever else carries the marker of its repository, until none is left. */
export function killTree(pid: number, place: Place): void {
  const family = [pid, ...descendantsOf(pid)]
  for (const member of family) kill(member)
  for (let left = findProcesses(place); left.length > 0; left = findProcesses(place)) {
    for (const member of left) kill(member)
  }
}

export function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // It has ended by itself.
  }
}

/** Everybody whose parents lead up to a process. */
export function descendantsOf(pid: number): readonly number[] {
  const parents = new Map<number, number>()
  for (const name of readdirSync('/proc')) {
    if (/^\d+$/.test(name)) parents.set(Number(name), parentOf(name))
  }
  const family = new Set([pid])
  for (let size = 0; size !== family.size;) {
    size = family.size
    for (const [child, parent] of parents) if (family.has(parent)) family.add(child)
  }
  family.delete(pid)
  return [...family]
}

function parentOf(pid: string): number {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1])
  } catch {
    return 0
  }
}
