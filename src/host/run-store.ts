import { readdir, stat } from 'node:fs/promises'
import { readJournalFile } from '../adapters/journal/jsonl/read-journal-file.ts'
import type { RunEvent } from '../kernel/event.ts'
import { RunFailure, toRunFailure } from '../kernel/failure.ts'
import type { RunView } from '../protocol/run-view.ts'
import { viewRun } from '../protocol/view-run.ts'
import type { Locations } from './locations.ts'
import { runFolder } from './locations.ts'
import type { LockHolder } from './run-lock.ts'
import { readLockHolder } from './run-lock.ts'

/** A run as its journal shows it, and who plays it now. */
export interface StoredRun {
  readonly view: RunView
  /** The process that plays it; `null` when nobody does. */
  readonly holder: LockHolder | null
}

export async function readEvents(locations: Locations, run: string): Promise<readonly RunEvent[]> {
  const { journal } = runFolder(locations, run)
  const { events } = await readJournalFile(journal)
  const [first] = events
  if (first === undefined) throw unknown(`There is no run "${run}" here.`)
  if (first.type !== 'run-started') {
    const message = `Line 1 of the journal ${journal} does not start a run; restore the file from a backup, or start a new run.`
    throw new RunFailure({ code: 'journal-corrupt', message, file: journal, line: 1 })
  }
  return events
}

/** Whether a run has started; a journal that a crash left empty, or with half a line, holds none. */
export async function isBegun(locations: Locations, run: string): Promise<boolean> {
  try {
    return (await readEvents(locations, run)).length > 0
  } catch (thrown) {
    return toRunFailure(thrown).code !== 'run-unknown'
  }
}

export async function readRun(locations: Locations, run: string): Promise<StoredRun> {
  const view = viewRun(await readEvents(locations, run))
  return { view, holder: await readLockHolder(runFolder(locations, run).root) }
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
