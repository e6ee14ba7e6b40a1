import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Store } from '../../src/kernel/ports/store.ts'

/** Makes a store that keeps everything it writes under the folder. */
export type MakeStore = (folder: string) => Store

/** What every implementation of the port must do. */
export function describeStorePort(name: string, make: MakeStore): void {
  describe(`${name}: store port`, () => {
    let folder = ''
    let store: Store

    beforeEach(async () => {
      folder = await mkdtemp(join(tmpdir(), 'tutti-store-'))
      store = make(folder)
    })

    afterEach(() => rm(folder, { recursive: true, force: true }))

    test('what was never written is not there', async () => {
      await expect(store.read('verdict', 'x')).resolves.toBeNull()
    })

    test('what was written is there, as it was, and the last writer wins', async () => {
      const value = { text: 'é\0\n"', list: [1, null, true], nested: { deep: {} } }
      await store.write('verdict', 'x', 1)
      await store.write('verdict', 'x', value)
      await expect(store.read('verdict', 'x')).resolves.toMatchObject({ value })
    })

    test('kinds and keys are kept apart, whatever they are made of', async () => {
      const keys = ['a', 'a/b', '../a', 'A', '', 'é', `${'long '.repeat(1000)}1`, `${'long '.repeat(1000)}2`]
      for (const key of keys) {
        await store.write('verdict', key, `verdict ${key}`)
        await store.write('flaky', key, `flaky ${key}`)
      }
      for (const key of keys) {
        expect((await store.read('verdict', key))?.value).toBe(`verdict ${key}`)
        expect((await store.read('flaky', key))?.value).toBe(`flaky ${key}`)
      }
    })

    test('writers at once leave one whole entry', async () => {
      const values = Array.from({ length: 20 }, (_, index) => `${index}`.repeat(50_000))
      await Promise.all(values.map((value) => store.write('verdict', 'x', value)))
      expect(values).toContain((await store.read('verdict', 'x'))?.value)
    })

    test('an entry says when it was written, and an older one said an earlier time', async () => {
      await store.write('verdict', 'x', 1)
      const first = (await store.read('verdict', 'x'))?.writtenAt ?? Number.NaN
      await store.write('verdict', 'x', 2)
      const second = (await store.read('verdict', 'x'))?.writtenAt ?? Number.NaN
      expect(second).toBeGreaterThanOrEqual(first)
    })

    test('a null is a value', async () => {
      await store.write('verdict', 'x', null)
      await expect(store.read('verdict', 'x')).resolves.toMatchObject({ value: null })
    })
  })
}
