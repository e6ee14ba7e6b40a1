import { readdir, stat } from 'node:fs/promises'
import { readJournalFile } from '../adapters/journal/jsonl/read-journal-file.ts'
import type { RunEvent } from '../kernel/event.ts'
import { RunFailure, toRunFailure } from '../kernel/failure.ts'
import { manyLines } from '../kernel/plain-text.ts'
import type { RunView } from '../protocol/run-view.ts'
import { viewRun } from '../protocol/view-run.ts'
import type { Locations } from './locations.ts'
import { runFolder } from './locations.ts'
import type { LockHolder } from './run-lock.ts'
import { readLockHolder } from './run-lock.ts'
import { findSeals } from './seals.ts'

/** What a run's journal says, for whoever only looks. */
export interface SeenEvents {
  readonly events: readonly RunEvent[]
  /** Whether it was written on this machine by this user; otherwise it may say anything. */
  readonly isOwn: boolean
}

/** A run as its journal shows it, and who plays it now. */
export interface StoredRun extends Omit<SeenEvents, 'events'> {
  readonly view: RunView
  /** The process that plays it; `null` when nobody does. */
  readonly holder: LockHolder | null
}

/** The events of a run that may be acted on: what was not written on this machine by this user is refused. */
export async function readEvents(locations: Locations, run: string): Promise<readonly RunEvent[]> {
  const { events, isOwn } = await seeEvents(locations, run)
  refuseOthers(isOwn, run)
  return events
}

/** Refuses to act on what somebody else's journal says. */
export function refuseOthers(isOwn: boolean, run: string): void {
  if (isOwn) return
  const message = `${run} was not written on this machine by this user, or was changed since; see what it would start, and allow it if you trust it: tutti trust --run ${run}.`
  throw new RunFailure({ code: 'bad-input', message })
}

/** The events of a run, for whoever only looks. */
export async function seeEvents(locations: Locations, run: string): Promise<SeenEvents> {
  const { journal } = runFolder(locations, run)
  const seals = await findSeals(locations)
  const { events, isOwn } = await readJournalFile(journal, seals?.journal(run) ?? null)
  const [first] = events
  if (first === undefined) throw unknown(`There is no run "${run}" here.`)
  if (first.type !== 'run-started') {
    const message = `Line 1 of the journal ${journal} does not start a run; restore the file from a backup, or start a new run.`
    throw new RunFailure({ code: 'journal-corrupt', message, file: journal, line: 1 })
  }
  return isOwn ? { events, isOwn } : { events: makeSense(false, run, () => plain(events)), isOwn }
}

/** Somebody else's events without what a terminal acts on or nobody sees: names of steps are taken as our own later. */
function plain<T>(value: T): T {
  const copy: T = JSON.parse(JSON.stringify(value), (_key, part: unknown) => {
    if (typeof part === 'string') return manyLines(part)
    if (typeof part !== 'object' || part === null || Array.isArray(part)) return part
    return Object.fromEntries(Object.entries(part).map(([key, of]) => [manyLines(key), of as unknown]))
  })
  return copy
}

/** Whether a run has started; a journal that a crash left empty, or with half a line, holds none. */
export async function isBegun(locations: Locations, run: string): Promise<boolean> {
  try {
    return (await seeEvents(locations, run)).events.length > 0
  } catch (thrown) {
    const { code } = toRunFailure(thrown)
    // What cannot be looked at says nothing about the run.
    if (code === 'workspace-failed') throw thrown
    return code !== 'run-unknown'
  }
}

export async function readRun(locations: Locations, run: string): Promise<StoredRun> {
  const { events, isOwn } = await seeEvents(locations, run)
  const view = makeSense(isOwn, run, () => viewRun(events))
  return { view, isOwn, holder: await readLockHolder(runFolder(locations, run).root) }
}

/** What is made of somebody else's journal, whose events may hold anything, or one sentence. */
export function makeSense<T>(isOwn: boolean, run: string, make: () => T): T {
  try {
    return make()
  } catch (cause) {
    if (isOwn) throw cause
    const message = `The journal of ${run} was not written on this machine by this user, and makes no sense; start a new run.`
    throw new RunFailure({ code: 'journal-corrupt', message, file: run, line: 0 }, { cause })
  }
}

/** Names of runs whose journal was begun, oldest first. */
export async function listRunNames(locations: Pick<Locations, 'runs'>): Promise<readonly string[]> {
  const names = await readdir(locations.runs).catch(() => [])
  const begun = await Promise.all(
    names.map(async (name) => {
      const found = await stat(runFolder(locations, name).journal).catch(() => null)
      return found === null || found.size === 0 ? null : { name, at: found.birthtimeMs }
    }),
  )
  return begun
    .filter((run) => run !== null)
    .toSorted((a, b) => a.at - b.at || a.name.localeCompare(b.name))
    .map(({ name }) => name)
}

/** The run a person means: by its name, by the beginning of it, or the newest one when none is given. */
export async function findRun(locations: Locations, wanted: string | undefined): Promise<string> {
  const names = await listRunNames(locations)
  const newest = names.at(-1)
  if (wanted === undefined) {
    if (newest === undefined)
      throw unknown('There is no run here yet. Start one: tutti run "what is to be done".')
    return newest
  }
  if (names.includes(wanted)) return wanted
  const fitting = names.filter((name) => name.startsWith(wanted))
  if (fitting.length === 1 && fitting[0] !== undefined) return fitting[0]
  throw unknown(
    fitting.length === 0
      ? `There is no run "${wanted}" here. See them all: tutti list.`
      : `"${wanted}" could be ${fitting.join(' or ')}. Write more of the name.`,
  )
}

function unknown(message: string): RunFailure {
  return new RunFailure({ code: 'run-unknown', message })
}
