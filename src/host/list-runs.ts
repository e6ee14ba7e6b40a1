import { lstat } from 'node:fs/promises'
import { journalMark } from '../adapters/journal/jsonl/journal-mark.ts'
import type { RunFailure } from '../kernel/failure.ts'
import { toRunFailure } from '../kernel/failure.ts'
import { makeSense } from '../protocol/make-sense.ts'
import type { RunRow } from '../protocol/run-row.ts'
import { rowOf } from '../protocol/run-row.ts'
import { viewRun } from '../protocol/view-run.ts'
import type { KeptRow, KeptRows } from './kept-rows.ts'
import { keepRows, readKeptRows } from './kept-rows.ts'
import type { Locations } from './locations.ts'
import { runFolder } from './locations.ts'
import type { LockHolder } from './run-lock.ts'
import { readLockHolder } from './run-lock.ts'
import { listRunNames, seeMarkedEvents } from './run-store.ts'
import { findSeals } from './seals.ts'

/** What a list says of a run, whether that can be believed, and who plays it now. */
export interface ListedRun {
  readonly run: string
  readonly view: RunRow
  readonly isOwn: boolean
  readonly holder: LockHolder | null
}

/** A run whose journal cannot be read. */
export interface UnreadableRun {
  readonly run: string
  readonly problem: string
}

/** A run at which was looked in vain. */
export interface UnseenRun {
  readonly run: string
  readonly failure: RunFailure
}

/** More would fill the memory with journals, and one processor decodes them all. */
const AT_ONCE = 4
/** Two changes of a file within it may have the same time. */
const COARSEST_MS = 2000

/** All runs, oldest first. */
export async function listRuns(
  locations: Locations,
  now = Date.now(),
): Promise<readonly (ListedRun | UnreadableRun)[]> {
  const seen = await lookAtRuns(locations, await listRunNames(locations), now)
  return seen.map((each) => ('failure' in each ? { run: each.run, problem: each.failure.message } : each))
}

/**
 * What a list says of each of the runs, which are all that there are. Contract: a journal that is as it was when its row
 * was written down is not read again; without that row the outcome is the same.
 */
export async function lookAtRuns(
  locations: Locations,
  runs: readonly string[],
  now = Date.now(),
): Promise<readonly (ListedRun | UnseenRun)[]> {
  // A key that cannot be used is every run's trouble, and is told as that.
  const seals = await findSeals(locations).catch(() => null)
  const before: KeptRows = seals === null ? new Map() : await readKeptRows(locations, seals)
  const kept = new Map<string, KeptRow>()
  const seen = new Map<string, ListedRun | UnseenRun>()
  const waiting = runs.values()
  const lookOn = async (): Promise<void> => {
    for (const run of waiting) {
      const { looked, keep } = await look(locations, run, before.get(run), now)
      seen.set(run, looked)
      if (keep !== null) kept.set(run, keep)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, lookOn))
  const isSame = kept.size === before.size && [...kept].every(([run, keep]) => before.get(run) === keep)
  if (seals !== null && !isSame) await keepRows(locations, seals, kept)
  return runs.flatMap((run) => seen.get(run) ?? [])
}

interface Look {
  readonly looked: ListedRun | UnseenRun
  /** What may be kept of it. */
  readonly keep: KeptRow | null
}

async function look(
  locations: Locations,
  run: string,
  kept: KeptRow | undefined,
  now: number,
): Promise<Look> {
  const { root, journal } = runFolder(locations, run)
  try {
    if (kept !== undefined && (await markOf(journal)) === kept.mark) {
      const looked = { run, view: kept.row, isOwn: true, holder: await readLockHolder(root) }
      return { looked, keep: kept }
    }
    const { events, isOwn, mark } = await seeMarkedEvents(locations, run)
    const view = rowOf(makeSense(isOwn, run, () => viewRun(events)))
    const holder = await readLockHolder(root)
    const isLasting = isOwn && holder === null && mark !== null && now - mark.changedAt > COARSEST_MS
    return { looked: { run, view, isOwn, holder }, keep: isLasting ? { mark: mark.text, row: view } : null }
  } catch (thrown) {
    return { looked: { run, failure: toRunFailure(thrown) }, keep: null }
  }
}

/** No link is followed, as none is when the journal is read. */
async function markOf(journal: string): Promise<string | null> {
  const found = await lstat(journal, { bigint: true }).catch(() => null)
  return found === null ? null : journalMark(found).text
}
