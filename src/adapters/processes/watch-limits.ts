import { readFileSync } from 'node:fs'
import { constants } from 'node:os'
import { setTimeout as delay } from 'node:timers/promises'
import type { ProcessLimits } from '../../kernel/ports/isolation.ts'
import type { ProcessEnd } from '../../kernel/ports/processes.ts'
import type { ProcessRow } from './process-table.ts'

/** What a shell adds to the number of a signal. */
const ENDED_BY = 128
const LOOK_EVERY_MS = 500
/** On systems that tell it otherwise the sum is wrong by a factor, and never too small. */
const PAGE_BYTES = 4_096

/**
 * Looks at a family until it is gone; resolves with which limit it passed, in one sentence, or `null`. `kept`
 * tells how much it holds in files in memory.
 */
export async function watchLimits(
  look: () => readonly ProcessRow[],
  limits: Pick<ProcessLimits, 'processes' | 'memoryBytes'>,
  gone: AbortSignal,
  kept: (members: readonly ProcessRow[]) => number = () => 0,
): Promise<string | null> {
  while (!gone.aborted) {
    const members = look()
    const passed = passedBy(members, limits, kept(members))
    if (passed !== null) return passed
    await delay(LOOK_EVERY_MS, undefined, { signal: gone, ref: false }).catch(() => undefined)
  }
  return null
}

/** The system ends whoever writes beyond it; a shell in between tells it as a number. */
export function passedFileSize(
  { code, signal }: ProcessEnd,
  { fileBytes }: Pick<ProcessLimits, 'fileBytes'>,
): string | null {
  const isEnded = signal === 'SIGXFSZ' || code === ENDED_BY + constants.signals.SIGXFSZ
  return isEnded ? `the limit of ${inMegabytes(fileBytes)} MB for one file` : null
}

function passedBy(
  members: readonly ProcessRow[],
  { processes, memoryBytes }: Pick<ProcessLimits, 'processes' | 'memoryBytes'>,
  kept: number,
): string | null {
  if (members.length > processes) return `the limit of ${processes} processes`
  const pids = members.map(({ pid }) => pid)
  const sizes = pids.map(readSize)
  const passed = `the limit of ${inMegabytes(memoryBytes)} MB of memory`
  // What is shared is looked at closely only where it could matter: that takes longer.
  if (sum(sizes.map(({ resident }) => resident)) + kept <= memoryBytes) return null
  const own = sum(sizes.map(({ resident, shared }) => resident - shared))
  // What lies in these folders may be what is shared.
  return own + Math.max(kept, sum(pids.map(sharedPart))) > memoryBytes ? passed : null
}

interface Size {
  readonly resident: number
  /** Of that, what others may use too. */
  readonly shared: number
}

function readSize(pid: number): Size {
  const [, resident = 0, shared = 0] = (read(pid, 'statm') ?? '').split(' ').map(Number)
  return { resident: resident * PAGE_BYTES, shared: shared * PAGE_BYTES }
}

/** Its part of the memory that it shares with others, files left out, so that nothing is counted twice. */
function sharedPart(pid: number): number {
  return 1_024 * Number(/^Pss_Shmem:\s+(\d+) kB$/m.exec(read(pid, 'smaps_rollup') ?? '')?.[1] ?? 0)
}

function read(pid: number, name: string): string | null {
  try {
    return readFileSync(`/proc/${pid}/${name}`, 'utf8')
  } catch {
    return null
  }
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((all, each) => all + each, 0)
}

function inMegabytes(bytes: number): number {
  return Math.round(bytes / 1024 ** 2)
}
