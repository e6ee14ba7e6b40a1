import { readdir, stat } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import type { JournalMark } from '../adapters/journal/jsonl/journal-mark.ts'
import { readJournalFile } from '../adapters/journal/jsonl/read-journal-file.ts'
import { JournalTail } from '../adapters/journal/jsonl/tail-journal.ts'
import type { RunEvent } from '../kernel/event.ts'
import { RunFailure, toRunFailure } from '../kernel/failure.ts'
import { manyLines } from '../kernel/plain-text.ts'
import type { RunView } from '../protocol/run-view.ts'
import { makeSense } from '../protocol/make-sense.ts'
import { viewRun } from '../protocol/view-run.ts'
import type { Locations, RunFolder } from './locations.ts'
import { runFolder } from './locations.ts'
import type { LockHolder } from './run-lock.ts'
import { readLockHolder } from './run-lock.ts'
import { findSeals } from './seals.ts'

const LOOK_MS = 200

/** What a run's journal says, for whoever only looks. */
export interface SeenEvents {
  readonly events: readonly RunEvent[]
  /** Whether it was written on this machine by this user; otherwise it may say anything. */
  readonly isOwn: boolean
}

/** A run as its journal shows it, and who plays it now. */
export interface StoredRun extends SeenEvents {
  readonly run: string
  readonly view: RunView
  /** The process that plays it; `null` when nobody does. */
  readonly holder: LockHolder | null
  /** Where it keeps its files. */
  readonly folder: RunFolder
}

/** The events of a run that may be acted on: what was not written on this machine by this user is refused. */
export async function readEvents(locations: Locations, run: string): Promise<readonly RunEvent[]> {
  const { events, isOwn } = await seeEvents(locations, run)
  refuseOthers(isOwn, run)
  return events
}

/** Refuses to act on what somebody else's journal says. */
export function refuseOthers(isOwn: boolean, run: string): void {
  if (!isOwn) throw notOurs(run)
}

export function notOurs(run: string): RunFailure {
  const message = `${run} was not written on this machine by this user, or was changed since; see what it would start, and allow it if you trust it: tutti trust --run ${run}.`
  return new RunFailure({ code: 'bad-input', message })
}

/** The events of a run, for whoever only looks. */
export async function seeEvents(locations: Locations, run: string): Promise<SeenEvents> {
  const { events, isOwn } = await seeMarkedEvents(locations, run)
  return { events, isOwn }
}

/** The same with what the journal is known again by; `null` where it was changed meanwhile. */
export async function seeMarkedEvents(
  locations: Locations,
  run: string,
): Promise<SeenEvents & { readonly mark: JournalMark | null }> {
  const { journal } = runFolder(locations, run)
  const seals = await findSeals(locations)
  const { events, isOwn, mark } = await readJournalFile(journal, seals?.journal(run) ?? null)
  refuseUnbegun(events, run, journal)
  return { events: shownTo(events, isOwn, run), isOwn, mark }
}

/**
 * A run as it goes on: what is new at each look, until nobody plays it any more. The first look is at all that there
 * is from event `after` on.
 */
export async function* followRun(
  locations: Locations,
  run: string,
  { after = 0, signal }: FollowRequest = {},
): AsyncGenerator<Look> {
  const folder = runFolder(locations, run)
  const tail = new JournalTail(folder.journal)
  for (let isFirst = true; ; isFirst = false) {
    // Before the events: what its holder wrote at last is read after it has let go.
    const holder = await readLockHolder(folder.root).catch(nobodyWhereItIsGone)
    const { events, isOwn } = await tail.look((await findSeals(locations))?.journal(run) ?? null)
    if (isFirst) refuseUnbegun(events, run, folder.journal)
    const shown = shownTo(events, isOwn, run)
    yield { events: shown.filter(({ seq }) => seq > after), isOwn, holder }
    if (holder === null || signal?.aborted === true) return
    await sleep(LOOK_MS, undefined, { signal }).catch(() => undefined)
  }
}

/** Somebody cleaned the run away; what is left of it says so itself. */
function nobodyWhereItIsGone(error: unknown): null {
  if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
  throw error
}

export interface FollowRequest {
  /** How many events are known already. */
  readonly after?: number
  readonly signal?: AbortSignal
}

/** What is new in a run, and who plays it. */
export interface Look extends SeenEvents {
  readonly holder: LockHolder | null
}

function refuseUnbegun([first]: readonly RunEvent[], run: string, journal: string): void {
  if (first === undefined) throw unknown(`There is no run "${run}" here.`)
  if (first.type === 'run-started') return
  const message = `Line 1 of the journal ${journal} does not start a run; restore the file from a backup, or start a new run.`
  throw new RunFailure({ code: 'journal-corrupt', message, file: journal, line: 1 })
}

function shownTo(events: readonly RunEvent[], isOwn: boolean, run: string): readonly RunEvent[] {
  return isOwn ? events : makeSense(false, run, () => plain(events))
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
  const folder = runFolder(locations, run)
  return { run, events, view, isOwn, holder: await readLockHolder(folder.root), folder }
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
