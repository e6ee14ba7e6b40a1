import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { plainEffect } from '../kernel/ports/effect.ts'
import { deferred } from '../kernel/deferred.ts'
import type { Letter } from './inbox.ts'
import { readLetters, sendLetter } from './inbox.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tutti-inbox-'))
})
afterEach(() => rm(folder, { recursive: true }))

it('brings letters in order, also those that lay there before, and drops what it cannot read', async () => {
  const inbox = join(folder, 'inbox')
  await sendLetter(inbox, { type: 'cancel', by: 'first' })
  await writeFile(join(inbox, '0-broken.json'), '{"type":')
  await writeFile(join(inbox, '1-strange.json'), '{"type":"rm -rf"}')
  const taken: Letter[] = []
  await new Promise<void>((resolve) => {
    const take = async (letter: Letter): Promise<void> => {
      taken.push(letter)
      if (taken.length === 1) await sendLetter(inbox, { type: 'cancel', by: 'second' })
      else void reading.stop().then(resolve)
    }
    const reading = readLetters(inbox, take, plainEffect)
  })
  expect(taken.map((letter) => letter.type === 'cancel' && letter.by)).toEqual(['first', 'second'])
  expect((await readdir(inbox)).filter((name) => name.endsWith('broken.json'))).toEqual([])
})

it('stops although a letter is never settled, and leaves that letter for the next reader', async () => {
  const inbox = join(folder, 'inbox')
  await sendLetter(inbox, { type: 'cancel', by: 'somebody' })
  const taken = deferred<void>()
  const reading = readLetters(
    inbox,
    () => {
      taken.resolve()
      return new Promise(() => {})
    },
    plainEffect,
  )
  await taken.promise
  await reading.stop()
  expect(await readdir(inbox)).toHaveLength(1)
})
