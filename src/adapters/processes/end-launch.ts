import type { Writable } from 'node:stream'
import { setTimeout as delay } from 'node:timers/promises'
import type { Effect } from '../../kernel/ports/effect.ts'
import type { ProcessEnd } from '../../kernel/ports/processes.ts'
import { awaitFamilyEnd, endFamily, signalMembers } from './end-family.ts'
import type { ProcessFamily } from './process-family.ts'
import type { ProcessRow } from './process-table.ts'

export interface EndingLaunch {
  readonly pid: number
  readonly input: Writable
  readonly ended: Promise<ProcessEnd>
  readonly family: ProcessFamily
  readonly effect: Effect
}

/** Children that die with their parent need a moment, and are not left over. */
const SETTLE_MS = 500

/**
 * Ends a launch in three steps, each shorter than half the grace: no more input, a request, force. Resolves
 * with how many processes outlived the main one, had left it before or had to be forced, when all of them are gone.
 */
export async function endLaunch(launch: EndingLaunch, graceMs: number): Promise<number> {
  const { family, effect } = launch
  const leftovers = new Set<string>()
  const countAll = (members: readonly ProcessRow[]): void => {
    for (const { pid, startTime } of members) if (pid !== launch.pid) leftovers.add(`${pid} ${startTime}`)
  }

  family.look()
  if (!launch.input.writableEnded) {
    launch.input.end()
    await endsWithin(launch.ended, graceMs / 2)
  }
  const endedAlone = await endsWithin(launch.ended, 0)
  const members = await awaitFamilyEnd(family, endedAlone ? Math.min(SETTLE_MS, graceMs) : 0)
  countAll(endedAlone ? members : orphansIn(members))
  if (members.length > 0 && graceMs > 0) {
    await signalMembers(members, 'SIGTERM', effect)
    await awaitFamilyEnd(family, graceMs / 2)
  }
  countAll(await endFamily(family, effect))
  await launch.ended
  return leftovers.size
}

/** Whoever has lost its parent while the main process lives is no helper that ends with it. */
function orphansIn(members: readonly ProcessRow[]): readonly ProcessRow[] {
  const pids = new Set(members.map(({ pid }) => pid))
  return members.filter(({ parent }) => !pids.has(parent))
}

async function endsWithin(ended: Promise<ProcessEnd>, ms: number): Promise<boolean> {
  const timer = new AbortController()
  const timeUp = delay(ms, false, { signal: timer.signal }).catch(() => false)
  const hasEnded = await Promise.race([ended.then(() => true), timeUp])
  timer.abort()
  return hasEnded
}
