import { execFile } from 'node:child_process'
import { mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { describeJournalPort, sampleEvent, sampleEvents } from '../../../../test/ports/journal.suite.ts'
import { journalText, testSeal } from '../../../../test/harness/test-seal.ts'
import { plainEffect } from '../../../kernel/ports/effect.ts'
import type { Effect } from '../../../kernel/ports/effect.ts'
import type { Journal } from '../../../kernel/ports/journal.ts'
import { openJsonlJournal } from './jsonl-journal.ts'

let root = ''
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'tutti-journal-'))
})
afterAll(async () => {
  await rm(root, { recursive: true })
})

async function newFolder(): Promise<string> {
  return mkdtemp(join(root, 'run-'))
}

async function withJournal<T>(folder: string, use: (journal: Journal) => Promise<T>): Promise<T> {
  const journal = openJsonlJournal({ folder, effect: plainEffect, seal: testSeal })
  try {
    return await use(journal)
  } finally {
    await journal.close()
  }
}

describeJournalPort('jsonl', async () =>
  openJsonlJournal({
    folder: join(await newFolder(), 'made', 'for', 'it'),
    effect: plainEffect,
    seal: testSeal,
  }),
)

test('one journal goes on where another ended', async () => {
  const folder = await newFolder()
  await withJournal(folder, (journal) => journal.append(sampleEvents(3)))
  await withJournal(folder, async (journal) => {
    expect((await journal.read()).events).toEqual(sampleEvents(3))
    await journal.append(sampleEvents(2, 4))
  })
  expect(await readFile(join(folder, 'journal.jsonl'), 'utf8')).toBe(journalText(sampleEvents(5)))
})

test('a journal that is only opened and read makes no file', async () => {
  const folder = join(await newFolder(), 'absent')
  await withJournal(folder, (journal) => journal.read())
  await expect(readFile(join(folder, 'journal.jsonl'))).rejects.toMatchObject({ code: 'ENOENT' })
})

describe('a torn tail', () => {
  const whole = Buffer.from(journalText(sampleEvents(3)))
  const kept = Buffer.from(journalText(sampleEvents(2)))

  test('of every length is left by reading and cut by the first append', async () => {
    const folder = await newFolder()
    const file = join(folder, 'journal.jsonl')
    for (let size = kept.length; size < whole.length; size++) {
      await writeFile(file, whole.subarray(0, size))
      await withJournal(folder, async (journal) => {
        const { events, tornBytes } = await journal.read()
        expect([events.length, tornBytes]).toEqual([2, size - kept.length])
        expect((await readFile(file)).length).toBe(size)
        await journal.append([sampleEvent(3, 'after the crash')])
        expect((await journal.read()).tornBytes).toBe(0)
      })
      expect(await readFile(file)).toEqual(
        Buffer.from(journalText([...sampleEvents(2), sampleEvent(3, 'after the crash')])),
      )
    }
  })

  test('is cut also when nobody has read before the first append', async () => {
    const folder = await newFolder()
    const file = join(folder, 'journal.jsonl')
    await writeFile(file, `${kept.toString()}\0\0\0\0\0`)
    await withJournal(folder, (journal) => journal.append([sampleEvent(3)]))
    expect(await readFile(file)).toEqual(whole)
  })
})

test('a corrupt journal is neither read, nor appended to, nor changed', async () => {
  const folder = await newFolder()
  const file = join(folder, 'journal.jsonl')
  const text = `${journalText(sampleEvents(2)).replace('"at":1002', '"at":1003')}{"torn`
  await writeFile(file, text)
  const corrupt = { failure: { code: 'journal-corrupt', file, line: 2 } }
  await withJournal(folder, async (journal) => {
    await expect(journal.append([sampleEvent(3)])).rejects.toMatchObject(corrupt)
    await expect(journal.read()).rejects.toMatchObject(corrupt)
  })
  expect(await readFile(file, 'utf8')).toBe(text)
})

test('a journal that somebody else has written to since it was read is refused and left alone', async () => {
  const folder = await newFolder()
  const file = join(folder, 'journal.jsonl')
  await writeFile(file, `${journalText([sampleEvent(1)])}{"torn`)
  await withJournal(folder, async (journal) => {
    await journal.read()
    await writeFile(file, journalText([sampleEvent(1), sampleEvent(2, 'of somebody else')]))
    await expect(journal.append([sampleEvent(2)])).rejects.toMatchObject({ code: 'run-held' })
    await expect(journal.append([sampleEvent(3)])).rejects.toMatchObject({ code: 'run-held' })
    expect((await journal.read()).events[1]).toEqual(sampleEvent(2, 'of somebody else'))
  })
})

test('each change to the disk is one effect', async () => {
  const folder = await newFolder()
  await writeFile(join(folder, 'journal.jsonl'), 'torn')
  const labels: string[] = []
  const effect: Effect = (label, act) => {
    labels.push(label)
    return act()
  }
  const journal = openJsonlJournal({ folder, effect, seal: testSeal })
  await journal.read()
  await Promise.all(sampleEvents(10).map((event) => journal.append([event])))
  await journal.keep('x'.repeat(40_000))
  await journal.append([sampleEvent(11)])
  await journal.close()
  expect(labels).toEqual(['open journal', 'cut', 'append', 'blob', 'append'])
})

test('reading waits until what was appended before it is durable', async () => {
  const folder = await newFolder()
  const file = join(folder, 'journal.jsonl')
  const slowly: Effect = async (_label, act) => {
    for (let look = 0; look < 20; look++) await readFile(file).catch(() => null)
    return act()
  }
  const journal = openJsonlJournal({ folder, effect: slowly, seal: testSeal })
  await journal.append([sampleEvent(1)])
  const appended = journal.append([sampleEvent(2)])
  expect((await journal.read()).events).toEqual(sampleEvents(2))
  await appended
  await journal.close()
})

test('a disk that takes no more stops the journal, and it can be resumed when there is room', async () => {
  const folder = await newFolder()
  const prlimit = async (...options: readonly string[]): Promise<string> =>
    (await promisify(execFile)('prlimit', ['--pid', String(process.pid), ...options])).stdout.trim()
  const usual = await prlimit('--fsize', '--output=SOFT', '--noheadings')
  const large = (seq: number): ReturnType<typeof sampleEvent> => sampleEvent(seq, 'x'.repeat(1_000))
  await withJournal(folder, async (journal) => {
    await journal.append([large(1)])
    await prlimit('--fsize=4096:')
    try {
      const refused = { code: 'journal-unwritable', message: expect.stringContaining('then try again') }
      await expect(journal.append([large(2)])).rejects.toMatchObject(refused)
      await expect(journal.append([large(3)])).rejects.toMatchObject(refused)
      await expect(journal.keep('x'.repeat(40_000))).rejects.toMatchObject(refused)
      expect(await readdir(join(folder, 'blobs'))).toEqual([])
    } finally {
      await prlimit(`--fsize=${usual}:`)
    }
    await expect(journal.append([large(4)])).rejects.toMatchObject({ code: 'journal-unwritable' })
  })
  await withJournal(folder, async (journal) => {
    const { events, tornBytes } = await journal.read()
    expect(events).toEqual([large(1)])
    expect(tornBytes).toBeGreaterThan(0)
    await journal.append([large(2)])
    expect(await journal.read()).toEqual({ events: [large(1), large(2)], tornBytes: 0 })
  })
})
