import { execFile } from 'node:child_process'
import {
  access,
  appendFile,
  copyFile,
  mkdir,
  mkdtemp,
  readFile,
  rename,
  rm,
  stat,
  symlink,
  utimes,
  writeFile,
} from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { encodeEvents } from '../adapters/journal/jsonl/encode-events.ts'
import { identifySelf } from '../adapters/processes/process-identity.ts'
import type { EventBody, RunEvent } from '../kernel/event.ts'
import { plainEffect } from '../kernel/ports/effect.ts'
import type { Seal } from '../kernel/ports/seal.ts'
import type { KeptRow } from './kept-rows.ts'
import { keepRows, readKeptRows } from './kept-rows.ts'
import { listRuns } from './list-runs.ts'
import type { Locations } from './locations.ts'
import { runFolder } from './locations.ts'
import { takeRunLock } from './run-lock.ts'
import type { Seals } from './seals.ts'
import { openSeals, sealsOf } from './seals.ts'

let folder: string
let locations: Locations
let seals: Seals
let rowsFile: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tutti-rows-'))
  locations = locationsIn('here')
  seals = await openSeals(locations)
  rowsFile = join(folder, 'here', 'rows.json')
})
afterEach(() => rm(folder, { recursive: true }))

function locationsIn(name: string): Locations {
  const root = join(folder, name)
  return {
    repository: { root, gitDir: root, commonDir: root },
    runs: join(root, 'runs'),
    worktrees: root,
    key: join(folder, 'key'),
  }
}

const forger = sealsOf(Buffer.alloc(32, 9))
const completed: EventBody = { type: 'run-completed', result: { value: null } }
const asked: EventBody = {
  type: 'question-asked',
  question: 'plan',
  ask: { kind: 'approval', text: 'This plan?', options: [], free: true },
}
const delivered: EventBody = {
  type: 'fact-recorded',
  name: 'delivered',
  kind: 'delivered',
  version: 1,
  value: { branch: 'tutti/done', commit: 'c0ffee', files: [{ as: 'a', path: 'b' }] },
}

function started(run: string): EventBody {
  return {
    type: 'run-started',
    run,
    playbook: { name: 'standard', version: 1 },
    input: { value: { objective: `Do \ud800 “${run}”\n` } },
    limits: {},
    tutti: '0',
  }
}

function textOf(run: string, bodies: readonly EventBody[], by = seals): string {
  const events = [started(run), ...bodies].map((body, at): RunEvent => ({
    v: 1,
    seq: at + 1,
    at: 1,
    ...body,
  }))
  return encodeEvents(events, by.journal(run)).text
}

async function write(run: string, text: string): Promise<string> {
  const { journal } = runFolder(locations, run)
  await mkdir(dirname(journal), { recursive: true })
  await writeFile(journal, text)
  return journal
}

/** A list as it is made when what was written just now is old. */
function list(): ReturnType<typeof listRuns> {
  return listRuns(locations, Date.now() + 60_000)
}

async function objectives(): Promise<Readonly<Record<string, string>>> {
  const rows = await list()
  return Object.fromEntries(rows.map((row) => [row.run, 'view' in row ? row.view.objective : row.problem]))
}

/** Rows that say something else than the journals, so that one sees which of them was believed. */
async function lie(over: Partial<KeptRow> = {}): Promise<void> {
  await list()
  const rows = new Map<string, KeptRow>()
  for (const [run, kept] of await readKeptRows(locations, seals))
    rows.set(run, { ...kept, row: { ...kept.row, objective: 'a lie' }, ...over })
  await keepRows(locations, seals, rows)
}

const truth = { one: 'Do \ud800 “one”\n' }

test('P8: a list is the same from kept rows as from the journals, and keeps only what is our own', async () => {
  await write('done', textOf('done', [delivered, completed]))
  await write('asks', textOf('asks', [asked, { type: 'run-paused', reason: 'waiting' }]))
  await write('interrupted', textOf('interrupted', []))
  await write('theirs', textOf('theirs', [completed], forger))
  await write('damaged', textOf('damaged', [completed]).replace('run-completed', 'run-cancelled'))
  await write('torn', textOf('torn', []).slice(0, 30))
  const fromJournals = await list()
  const statuses = fromJournals.map((row) => [row.run, 'view' in row ? row.view.status : null])
  expect(Object.fromEntries(statuses)).toEqual({
    done: 'completed',
    asks: 'paused',
    interrupted: 'open',
    theirs: 'completed',
    damaged: null,
    torn: null,
  })
  expect([...(await readKeptRows(locations, seals)).keys()].toSorted()).toEqual([
    'asks',
    'done',
    'interrupted',
  ])
  const { ino } = await stat(rowsFile)
  expect(await list()).toEqual(fromJournals)
  expect((await stat(rowsFile)).ino).toBe(ino)
  await lie()
  expect(Object.values(await objectives()).filter((objective) => objective === 'a lie')).toHaveLength(3)
  await rm(rowsFile)
  expect(await list()).toEqual(fromJournals)
})

test('P8: rows of runs that are gone do not stay', async () => {
  await write('one', textOf('one', [completed]))
  await write('two', textOf('two', [completed]))
  await list()
  await rm(runFolder(locations, 'two').root, { recursive: true })
  await list()
  expect(await readFile(rowsFile, 'utf8')).not.toContain('two')
  await rm(runFolder(locations, 'one').root, { recursive: true })
  expect(await list()).toEqual([])
  await expect(access(rowsFile)).rejects.toThrow()
})

test('P8: no row is kept of a run that somebody plays, or whose journal was changed a moment ago', async () => {
  await write('one', textOf('one', []))
  await listRuns(locations)
  await expect(access(rowsFile)).rejects.toThrow()
  const { root } = runFolder(locations, 'one')
  const taking = { folder: root, self: identifySelf(), command: 'x', takeOver: false, effect: plainEffect }
  const lock = await takeRunLock(taking)
  expect(await list()).toMatchObject([{ holder: { command: 'x' } }])
  await expect(access(rowsFile)).rejects.toThrow()
  await lock.release()
  await list()
  await access(rowsFile)
  const again = await takeRunLock(taking)
  expect(await list()).toMatchObject([{ holder: { command: 'x' } }])
  await again.release()
})

test('P11: a list is made all the same where rows cannot be written, and nothing is written elsewhere', async () => {
  await write('one', textOf('one', [completed]))
  await rename(join(folder, 'here'), join(folder, 'elsewhere'))
  await symlink('elsewhere', join(folder, 'here'))
  expect(await objectives()).toEqual(truth)
  await expect(access(rowsFile)).rejects.toThrow()
})

/** Writes down something else than what is written down. */
async function rewrite(change: (text: string) => string): Promise<void> {
  await writeFile(rowsFile, change(await readFile(rowsFile, 'utf8')))
}

async function sealWith(rows: Seal): Promise<void> {
  await keepRows(locations, { ...seals, rows }, await readKeptRows(locations, seals))
}

describe('P11: rows are not believed that', () => {
  test.each<[string, () => Promise<void>]>([
    ['nobody sealed', () => rewrite((text) => text.replace(/^.*\n/, '\n'))],
    ['somebody else sealed', () => sealWith(forger.rows)],
    ['were sealed as something else', () => sealWith(seals.store)],
    ['were changed', () => rewrite((text) => text.replace('a lie', 'a lye'))],
    ['are cut off', () => rewrite((text) => text.slice(0, -1))],
    ['are empty', () => rewrite(() => '')],
    [
      'another version wrote',
      () =>
        rewrite((text) => {
          const older = text.replace(/^.*\n/, '').replace('"tutti":"', '"tutti":"9')
          return `${seals.rows(older)}\n${older}`
        }),
    ],
    [
      'were copied from another run',
      async () => {
        await write('two', textOf('two', [completed]))
        await lie()
        await rm(runFolder(locations, 'two').root, { recursive: true })
        await rewrite((text) => text.replaceAll('"two"', '"one"'))
      },
    ],
    ['were made of another journal', () => lie({ mark: 'of another journal' })],
    [
      'were copied from another repository',
      async () => {
        const here = locations
        locations = locationsIn('other')
        await write('one', textOf('one', [completed]))
        await lie()
        locations = here
        await copyFile(join(folder, 'other', 'rows.json'), rowsFile)
      },
    ],
    [
      'a link leads to',
      async () => {
        await rename(rowsFile, join(folder, 'rows'))
        await symlink('../rows', rowsFile)
      },
    ],
    [
      'are a folder',
      async () => {
        await rm(rowsFile)
        await mkdir(rowsFile)
      },
    ],
    [
      'are a pipe',
      async () => {
        await rm(rowsFile)
        await promisify(execFile)('mkfifo', [rowsFile])
      },
    ],
  ])('%s', async (_, attack) => {
    await write('one', textOf('one', [completed]))
    await lie()
    expect(await objectives()).toEqual({ one: 'a lie' })
    await attack()
    expect(await objectives()).toEqual(truth)
    // They are written anew, and what stood there is gone.
    expect((await readKeptRows(locations, seals)).get('one')?.row.objective).toBe(truth.one)
  })
})

describe('P8: a journal is read anew that', () => {
  test.each<[string, (journal: string) => Promise<void>]>([
    [
      'grew',
      async (journal) => {
        const more = textOf('one', [completed, { type: 'run-paused', reason: 'asked' }])
        await appendFile(journal, more.slice((await readFile(journal, 'utf8')).length))
      },
    ],
    [
      'was replaced by one of the same bytes and times',
      async (journal) => {
        const { atime, mtime } = await stat(journal)
        await copyFile(journal, `${journal}.new`)
        await utimes(`${journal}.new`, atime, mtime)
        await rename(`${journal}.new`, journal)
      },
    ],
    [
      'was written over and given its old time',
      async (journal) => {
        const { atime, mtime } = await stat(journal)
        await writeFile(journal, await readFile(journal))
        await utimes(journal, atime, mtime)
      },
    ],
  ])('%s', async (_, change) => {
    const journal = await write('one', textOf('one', [completed]))
    await utimes(journal, 1_700_000_000, 1_700_000_000)
    await lie()
    expect(await objectives()).toEqual({ one: 'a lie' })
    await change(journal)
    expect(await objectives()).toEqual(truth)
  })
})
