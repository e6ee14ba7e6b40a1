import { readFileSync } from 'node:fs'
import { readProcessTable, readVariable } from '../../src/adapters/processes/process-table.ts'

const EVERY_MS = 200

/** Watches how much memory all processes with this home take together, shared pages counted once. */
export function watchMemory(home: string): { stop(): number } {
  let peak = 0
  const look = (): void => {
    const ours = readProcessTable().filter(({ pid }) => readVariable(pid, 'HOME') === home)
    peak = Math.max(
      peak,
      ours.reduce((sum, { pid }) => sum + shareOf(pid), 0),
    )
  }
  const timer = setInterval(look, EVERY_MS)
  return {
    stop: () => {
      clearInterval(timer)
      return peak / 1024
    },
  }
}

/** Kilobytes of the proportional set size; nothing of a process that is gone by now. */
function shareOf(pid: number): number {
  try {
    const found = /^Pss:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1]
    return Number(found ?? 0)
  } catch {
    return 0
  }
}
