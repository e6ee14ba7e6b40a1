import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { encodeEvents } from '../../src/adapters/journal/jsonl/encode-events.ts'
import { createSeal } from '../../src/adapters/seal/hmac-seal.ts'
import { createFileStore } from '../../src/adapters/store/files/file-store.ts'
import { readLetters } from '../../src/host/inbox.ts'
import { sealLetter } from '../../src/host/letter.ts'
import type { Letter } from '../../src/host/letter.ts'
import type { Locations } from '../../src/host/locations.ts'
import { runFolder } from '../../src/host/locations.ts'
import { readEvents, readRun } from '../../src/host/run-store.ts'
import { openSeals } from '../../src/host/seals.ts'
import { readOthersRun } from '../../src/host/trust-run.ts'
import { deferred } from '../../src/kernel/deferred.ts'
import type { RunEvent } from '../../src/kernel/event.ts'
import { RunFailure } from '../../src/kernel/failure.ts'
import { plainEffect } from '../../src/kernel/ports/effect.ts'
import { seededRandom } from '../crash/seeded-random.ts'
import { PATIENCE_MS } from '../harness/cli.ts'
import { mutate } from './mutate.ts'

vi.setConfig({ testTimeout: PATIENCE_MS, hookTimeout: PATIENCE_MS })

const MUTATIONS = 1000
const forger = createSeal(Buffer.alloc(32, 66), 'a key of their own')
const fixtures = join(import.meta.dirname, '../fixtures/journals/present')

describe('what is written by somebody else is never believed', () => {
  let folder: string
  let locations: Locations
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'tutti-forgery-'))
    const repository = { root: folder, gitDir: folder, commonDir: folder }
    locations = { repository, runs: join(folder, 'runs'), worktrees: folder, key: join(folder, 'key') }
  })
  afterEach(() => rm(folder, { recursive: true }))

  async function recorded(name: string): Promise<readonly RunEvent[]> {
    const lines = (await readFile(join(fixtures, `${name}.jsonl`), 'utf8')).trimEnd().split('\n')
    return lines.map((line) => JSON.parse(line.replace(/,"seal":"[^"]*"}$/, '}')) as RunEvent)
  }

  test(`P8: ${MUTATIONS} mutated journals are refused, or are the beginning of what was written`, async () => {
    const random = seededRandom(12)
    const seals = await openSeals(locations)
    const own = await recorded('waiting')
    const text = encodeEvents(own, seals.journal('one')).text
    const others = [
      encodeEvents(await recorded('cancelled'), seals.journal('other')).text,
      encodeEvents(own, forger).text,
      encodeEvents(own.slice(0, 3), seals.journal('one')).text,
    ]
    const { journal } = runFolder(locations, 'one')
    await mkdir(join(journal, '..'), { recursive: true })
    const ends = { refused: 0, shorter: 0 }
    for (let count = 0; count < MUTATIONS; count += 1) {
      await writeFile(journal, mutate(text, others, random))
      const events = await refusedOr(() => readEvents(locations, 'one'))
      if (events === null) ends.refused += 1
      else {
        ends.shorter += 1
        expect(events).toEqual(own.slice(0, events.length))
      }
      const seen = await refusedOr(() => readRun(locations, 'one'))
      expect(events === null || seen?.isOwn === true).toBe(true)
      if (seen?.isOwn !== true) expect(events).toBeNull()
      await refusedOr(() => readOthersRun(locations, 'one'))
    }
    // Cut anywhere, it is a journal that was cut: what is left of it is true.
    expect(ends.refused).toBeGreaterThan(MUTATIONS / 2)
    expect(ends.shorter).toBeGreaterThan(0)
  })

  test('P8: the journal of another run, and one under another key, are refused whole', async () => {
    const seals = await openSeals(locations)
    const own = await recorded('waiting')
    const { journal } = runFolder(locations, 'one')
    await mkdir(join(journal, '..'), { recursive: true })
    for (const seal of [seals.journal('other'), forger, seals.letters('one'), seals.store, () => '']) {
      await writeFile(journal, encodeEvents(own, seal).text)
      await expect(readEvents(locations, 'one')).rejects.toMatchObject({
        message: expect.stringContaining('not written on this machine by this user') as string,
      })
    }
  })

  test(`P6: of ${MUTATIONS} mutated letters none is obeyed`, async () => {
    const random = seededRandom(21)
    const seals = await openSeals(locations)
    const [seal, other] = [seals.letters('one'), seals.letters('other')]
    const author = { by: 'somebody', door: 'terminal' } as const
    const id = (count: number): string => count.toString(16).padStart(12, '0')
    const letters: readonly Letter[] = [
      { type: 'answer', question: 'q', answer: { option: 'approve', text: null, ...author } },
      { type: 'answer', question: 'q', answer: { option: null, text: 'ü𝄞 "quoted"', ...author } },
      { type: 'cancel', ...author },
      { type: 'raise', raise: { id: id(1), dimension: 'usd', amount: 5, ...author } },
      { type: 'order', order: { id: id(2), order: { do: 'skip', task: 'T1', revision: 1 }, ...author } },
    ]
    const sealed = (by: typeof seal): readonly string[] =>
      letters.map((letter, count) => sealLetter({ nonce: id(count), letter }, by))
    const inbox = join(folder, 'inbox')
    await mkdir(inbox)
    const others = [...sealed(other), ...sealed(forger), ...letters.map((letter) => JSON.stringify(letter))]
    const mine = sealed(seal)
    for (let count = 0; count < MUTATIONS; count += 1) {
      const text =
        count % 10 === 0
          ? others[count % others.length]
          : mutate(mine[count % 5] ?? '', [...others, ...mine], random)
      await writeFile(join(inbox, `${count}-${id(count)}.json`), text ?? '')
    }
    const last: Letter = { type: 'cancel', by: 'the last', door: 'script' }
    await writeFile(join(inbox, `9999-${id(9999)}.json`), sealLetter({ nonce: id(9999), letter: last }, seal))
    const done = deferred<void>()
    const obeyed: Letter[] = []
    let strange = 0
    const reading = readLetters({
      inbox,
      seal,
      effect: plainEffect,
      take: async (letter) => {
        if (letter.type === 'cancel' && letter.by === 'the last') done.resolve()
        else obeyed.push(letter)
      },
      onStrange: async () => void (strange += 1),
    })
    await done.promise
    // One that a splice has made whole again is the letter that it was.
    while (strange + obeyed.length < MUTATIONS) await new Promise((resolve) => setTimeout(resolve, 20))
    await reading.stop()
    for (const letter of obeyed) expect(letters).toContainEqual(letter)
    expect(obeyed.length).toBeLessThanOrEqual(letters.length)
  })

  test('P2: of 500 mutated entries of the store none is believed', async () => {
    const random = seededRandom(3)
    const { store: seal } = await openSeals(locations)
    const at = join(folder, 'store')
    const troubles: string[] = []
    const onTrouble = (problem: string): void => void troubles.push(problem)
    const store = createFileStore({ folder: at, effect: plainEffect, seal, onTrouble })
    const forged = createFileStore({
      folder: join(folder, 'forged'),
      effect: plainEffect,
      seal: forger,
      onTrouble,
    })
    await store.write('verdict', 'tree', { status: 'failed' })
    await store.write('verdict', 'other tree', { status: 'passed' })
    await forged.write('verdict', 'tree', { status: 'passed' })
    const texts = async (from: string): Promise<readonly string[]> =>
      Promise.all(
        (await readdir(join(from, 'verdict'))).map((name) => readFile(join(from, 'verdict', name), 'utf8')),
      )
    const others = [...(await texts(at)), ...(await texts(join(folder, 'forged')))]
    const own = others.find((text) => text.includes('"key":"tree"') && text.includes('failed')) ?? ''
    const name = (await readdir(join(folder, 'forged', 'verdict')))[0] ?? ''
    for (let count = 0; count < 500; count += 1) {
      await writeFile(
        join(at, 'verdict', name),
        count === 0 ? (others.at(-1) ?? '') : mutate(own, others, random),
      )
      const entry = await store.read('verdict', 'tree')
      if (entry !== null) expect(entry.value).toEqual({ status: 'failed' })
    }
    expect(troubles.length).toBeGreaterThan(400)
  })
})

/** A failure in one sentence is as good as an answer; whatever else is thrown is a crash. */
async function refusedOr<T>(act: () => Promise<T>): Promise<T | null> {
  try {
    return await act()
  } catch (thrown) {
    if (thrown instanceof RunFailure && thrown.code !== 'bug') return null
    throw thrown
  }
}
