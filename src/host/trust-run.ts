import { createHash, randomBytes } from 'node:crypto'
import { open, rename, rm } from 'node:fs/promises'
import { decodeJournal } from '../adapters/journal/jsonl/decode-journal.ts'
import { encodeEvents } from '../adapters/journal/jsonl/encode-events.ts'
import { readJournalBytes } from '../adapters/journal/jsonl/read-journal-file.ts'
import { syncFolder } from '../adapters/journal/jsonl/sync-folder.ts'
import { identifySelf } from '../adapters/processes/process-identity.ts'
import type { SettingEffect } from '../config/commands-in.ts'
import type { RunEvent } from '../kernel/event.ts'
import { EVENT_VERSION } from '../kernel/event.ts'
import { RunFailure } from '../kernel/failure.ts'
import { plainEffect } from '../kernel/ports/effect.ts'
import { RunState } from '../kernel/run-state.ts'
import { makeSense } from '../protocol/make-sense.ts'
import { viewRun } from '../protocol/view-run.ts'
import { fact } from '../stages/facts.ts'
import { awaitRunLock } from './await-run-lock.ts'
import { refuseLedElsewhere } from './keep-to-own-folders.ts'
import type { Author } from './letter.ts'
import type { Locations } from './locations.ts'
import { runFolder } from './locations.ts'
import { recordedInput } from './recorded-programs.ts'
import { seeEvents } from './run-store.ts'
import { openSeals } from './seals.ts'

/** A run whose journal was written elsewhere, as it was read. */
export interface OthersRun {
  readonly run: string
  readonly sha256: string
  /** What it would start on this machine. */
  readonly commands: readonly SettingEffect[]
}

/** What somebody else's run would do here; `null` for one that was written on this machine by this user. */
export async function readOthersRun(locations: Locations, run: string): Promise<OthersRun | null> {
  if ((await seeEvents(locations, run)).isOwn) return null
  const { journal } = runFolder(locations, run)
  const { bytes } = await readJournalBytes(journal)
  const { events } = decodeJournal(bytes, journal, null)
  const [started] = events
  makeSense(false, run, () => foldedBy(events))
  const input = started === undefined ? null : await recordedInput(locations, run, started)
  const commands = input === null ? [] : commandsOf(input)
  return { run, sha256: sha256(bytes), commands }
}

/** Seals a journal that was written elsewhere, as it was read, and writes down whose word that was. */
export async function trustRun(
  locations: Locations,
  { run, sha256: allowed }: OthersRun,
  author: Author,
): Promise<void> {
  const { root: folder, journal } = runFolder(locations, run)
  refuseLedElsewhere(locations)
  const seal = (await openSeals(locations)).journal(run)
  const command = `tutti trust --run ${run}`
  const self = identifySelf()
  const lock = await awaitRunLock({ folder, self, command, takeOver: false, effect: plainEffect })
  try {
    const { bytes } = await readJournalBytes(journal)
    if (sha256(bytes) !== allowed) {
      throw refuse(
        `${run} was changed while you were looking at it; look again: tutti trust --show --run ${run}.`,
      )
    }
    const { events } = decodeJournal(bytes, journal, null)
    const last = events.at(-1)
    const text = `${author.by} trusts this run, which was not written on this machine by this user: its ${events.length} events are taken as they are.`
    const trusted: RunEvent = {
      v: EVENT_VERSION,
      seq: events.length + 1,
      at: Math.max(last?.at ?? 0, Date.now()),
      type: 'fact-recorded',
      name: `trusted/${allowed.slice(0, 16)}`,
      ...fact({ kind: 'trusted', value: { text, ...author, sha256: allowed } }),
    }
    await replaceJournal(folder, journal, encodeEvents([...events, trusted], seal).text)
  } finally {
    await lock.release()
  }
}

/** Whole or not at all, so that a crash leaves the one or the other. */
async function replaceJournal(folder: string, journal: string, text: string): Promise<void> {
  const draft = `${journal}.${randomBytes(6).toString('hex')}`
  try {
    const handle = await open(draft, 'wx', 0o600)
    try {
      await handle.writeFile(text)
      await handle.sync()
    } finally {
      await handle.close()
    }
    await rename(draft, journal)
    await syncFolder(folder)
  } finally {
    await rm(draft, { force: true })
  }
}

function foldedBy(events: readonly RunEvent[]): void {
  const state = new RunState()
  for (const event of events) state.apply(event)
  viewRun(events)
}

type RecordedInput = NonNullable<Awaited<ReturnType<typeof recordedInput>>>

function commandsOf({ programs, verify, prepare, copy, branch }: RecordedInput): readonly SettingEffect[] {
  return [
    ...Object.entries(programs).map(([name, { command }]) => ({
      key: `agent ${name}`,
      what: command.join(' '),
    })),
    ...(prepare === null || prepare === '' ? [] : [{ key: 'prepare', what: prepare }]),
    ...(verify ?? []).map(({ command }) => ({ key: 'verify', what: command })),
    ...(copy.length === 0 ? [] : [{ key: 'copy', what: copy.join(', ') }]),
    { key: 'branch', what: branch },
  ]
}

function sha256(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex')
}

function refuse(message: string): RunFailure {
  return new RunFailure({ code: 'bad-input', message })
}
