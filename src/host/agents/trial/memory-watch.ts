import { readFileSync } from 'node:fs'
import { type ProcessRow, readProcessTable } from '../../../adapters/processes/process-table.ts'

const LOOK_EVERY_MS = 400

export interface MemoryWatch {
  /** The most that one of the processes and all below it were seen to hold, in bytes; `null` where it cannot be told. */
  peak(): number | null
  look(): void
  stop(): void
}

/** Looks at the memory of process trees now and then. Shared pages are counted by their share. Linux only. */
export function watchMemory(leaders: () => readonly number[]): MemoryWatch {
  let peak: number | null = null
  const look = (): void => {
    if (process.platform !== 'linux') return
    const rows = readProcessTable()
    for (const leader of leaders()) {
      const bytes = treeOf(leader, rows).reduce((sum, pid) => sum + shareOf(pid), 0)
      if (bytes > 0) peak = Math.max(peak ?? 0, bytes)
    }
  }
  const timer = setInterval(look, LOOK_EVERY_MS)
  timer.unref()
  return { peak: () => peak, look, stop: () => clearInterval(timer) }
}

function treeOf(leader: number, rows: readonly ProcessRow[]): readonly number[] {
  const found = new Set(rows.filter(({ pid }) => pid === leader).map(({ pid }) => pid))
  for (const parent of found) for (const row of rows) if (row.parent === parent) found.add(row.pid)
  return [...found]
}

function shareOf(pid: number): number {
  try {
    const told = readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8')
    return Number(/^Pss:\s+(\d+) kB/m.exec(told)?.[1] ?? 0) * 1024
  } catch {
    return 0
  }
}
