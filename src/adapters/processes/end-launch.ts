import type { Writable } from 'node:stream'
import { setTimeout as delay } from 'node:timers/promises'
import type { Effect } from '../../kernel/ports/effect.ts'
import type { ProcessEnd } from '../../kernel/ports/processes.ts'
import { awaitFamilyEnd, endFamily, signalMembers } from './end-family.ts'
import type { TellApart } from './household.ts'
import { inhabitantsOf } from './household.ts'
import type { ProcessFamily } from './process-family.ts'
import type { ProcessRow } from './process-table.ts'

export interface EndingLaunch {
  readonly input: Writable
  /** When the program has ended. */
  readonly ended: Promise<ProcessEnd>
  /** When the process that we started has ended, which may hold the program's namespace. */
  readonly gone: Promise<ProcessEnd>
  /**
   * Where it holds one, in which everybody ends with its first process: told once the program has ended, whether it
   * left nobody and was let go. `null` without one.
   */
  readonly emptied: Promise<boolean> | null
  readonly letGo: () => void
  readonly family: ProcessFamily
  readonly apart: TellApart
  readonly effect: Effect
}

/** Children that die with their parent need a moment, and are not left over. */
const SETTLE_MS = 500
const LEAVE_MS = 1_000

/**
 * Ends a launch in three steps, each shorter than half the grace: no more input, a request, force. Resolves
 * with how many processes outlived the main one, had left it before or had to be forced, when all of them are gone.
 */
export async function endLaunch(launch: EndingLaunch, graceMs: number): Promise<number> {
  const { family, effect, apart, emptied } = launch
  const inhabitants = inhabitantsOf(family, apart)
  const leftovers = new Set<string>()
  const count = (members: readonly ProcessRow[]): void => {
    for (const { pid, startTime } of members) leftovers.add(`${pid} ${startTime}`)
  }

  if (emptied === null) family.look()
  if (!launch.input.writableEnded) {
    launch.input.end()
    await endsWithin(launch.ended, graceMs / 2)
  }
  const endedAlone = await endsWithin(launch.ended, 0)
  const settleMs = endedAlone ? Math.min(SETTLE_MS, graceMs) : 0
  if (emptied !== null && endedAlone && (await isSaid(emptied, settleMs)) && (await leaves(launch))) return 0
  await awaitFamilyEnd(inhabitants, settleMs)
  const left = apart(family.look())
  count(endedAlone ? left.inhabitants : left.orphans)
  if (left.inhabitants.length > 0 && graceMs > 0) {
    await signalMembers(left.inhabitants, 'SIGTERM', effect)
    await awaitFamilyEnd(inhabitants, graceMs / 2)
  }
  const forced = apart(family.look())
  count(forced.others)
  const hasLeft = forced.inhabitants.length === 0 && (await leaves(launch))
  if (!hasLeft || emptied === null) count(apart(await endFamily(family, effect)).others)
  await launch.gone
  return leftovers.size
}

/** Whether the process that we started ends by itself when it is let go. */
async function leaves({ letGo, gone }: EndingLaunch): Promise<boolean> {
  letGo()
  return (await endsWithin(gone, LEAVE_MS)) && (await gone).signal === null
}

/**
 * Lets a namespace go once nobody is left in it, so that the program's output ends with the program; resolves with
 * whether it did.
 */
export async function letGoWhenEmpty({
  family,
  apart,
  letGo,
}: Pick<EndingLaunch, 'family' | 'apart' | 'letGo'>): Promise<boolean> {
  const left = await awaitFamilyEnd(inhabitantsOf(family, apart), SETTLE_MS)
  if (left.length === 0) letGo()
  return left.length === 0
}

async function isSaid(told: Promise<boolean>, ms: number): Promise<boolean> {
  return (await endsWithin(told, ms)) && told
}

async function endsWithin(ended: Promise<unknown>, ms: number): Promise<boolean> {
  const timer = new AbortController()
  const timeUp = delay(ms, false, { signal: timer.signal }).catch(() => false)
  const hasEnded = await Promise.race([ended.then(() => true), timeUp])
  timer.abort()
  return hasEnded
}
