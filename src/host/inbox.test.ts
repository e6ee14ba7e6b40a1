import { execFile } from 'node:child_process'
import {
  copyFile,
  link,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rename,
  rm,
  symlink,
  writeFile,
} from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { otherSeal, testSeal } from '../../test/harness/test-seal.ts'
import { plainEffect } from '../kernel/ports/effect.ts'
import { deferred } from '../kernel/deferred.ts'
import type { InboxReader } from './inbox.ts'
import { readLetters, sendLetter } from './inbox.ts'
import type { Letter } from './letter.ts'
import { sealLetter } from './letter.ts'

let folder: string
let inbox: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tutti-inbox-'))
  inbox = join(folder, 'inbox')
})
afterEach(() => rm(folder, { recursive: true }))

const by = (name: string): Letter => ({ type: 'cancel', by: name, door: 'script' })
const send = (name: string): Promise<void> => sendLetter(inbox, by(name), testSeal)
const LAST = 'the last one'

interface Read {
  readonly taken: readonly string[]
  readonly strange: readonly string[]
}

/** Reads until the last letter has come, and what of it was believed and what was not. */
async function readAll(over: Partial<InboxReader> = {}): Promise<Read> {
  const taken: string[] = []
  const strange: string[] = []
  const last = deferred<void>()
  const reading = readLetters({
    inbox,
    seal: testSeal,
    effect: plainEffect,
    take: async (letter) => {
      if (letter.type !== 'cancel') return
      if (letter.by === LAST) last.resolve()
      else taken.push(letter.by)
    },
    onStrange: async (name, problem) => void strange.push(`${name}: ${problem}`),
    ...over,
  })
  await send(LAST)
  await last.promise
  await reading.stop()
  return { taken, strange }
}

const only = async (): Promise<string> => {
  const [name = ''] = (await readdir(inbox)).filter((each) => each.endsWith('.json'))
  return join(inbox, name)
}

it('brings letters in order, also those that lay there before, and takes them out of the inbox', async () => {
  await send('first')
  await send('second')
  expect((await readAll()).taken).toEqual(['first', 'second'])
  expect((await readdir(inbox)).filter((name) => name.endsWith('.json'))).toEqual([])
  expect(await readdir(join(inbox, 'taken'))).toHaveLength(1)
})

it('stops although a letter is never settled, and leaves that letter for the next reader', async () => {
  await send('somebody')
  const come = deferred<void>()
  const reading = readLetters({
    inbox,
    seal: testSeal,
    effect: plainEffect,
    onStrange: async () => {},
    take: () => {
      come.resolve()
      return new Promise(() => {})
    },
  })
  await come.promise
  await reading.stop()
  expect((await readAll()).taken).toEqual(['somebody'])
})

it.each(['take letter', 'remove letter'])('acts again on a letter when it was cut at: %s', async (cut) => {
  await send('somebody')
  const died = deferred<void>()
  const reader = readLetters({
    inbox,
    seal: testSeal,
    take: async () => {},
    onStrange: async () => {},
    effect: async (label, act) => {
      if (label === 'take letter' && cut === label) await act()
      if (label !== cut) return act()
      died.resolve()
      return new Promise<never>(() => {})
    },
  })
  await died.promise
  void reader.stop()
  expect((await readAll()).taken).toEqual(['somebody'])
})

describe('P6: nobody but this user speaks to a run', () => {
  it.each([
    ['under another key', sealLetter({ nonce: 'ab'.repeat(6), letter: by('x') }, otherSeal)],
    [
      'without a seal',
      JSON.stringify({ letter: JSON.stringify({ nonce: 'ab'.repeat(6), letter: by('x') }) }),
    ],
    ['in the clear', JSON.stringify(by('x'))],
    ['of an unknown type', sealed({ type: 'rm -rf' })],
    ['with an order that says nothing', sealed({ type: 'order' })],
    ['with an unknown order', sealed({ type: 'order', order: order({ do: 'explode' }) })],
    ['with an order of more than it needs', sealed({ type: 'order', order: order({ do: 'skip', x: 1 }) })],
    ['that lowers a cap', sealed({ type: 'raise', raise: raise(-1000) })],
    ['that raises a cap without end', sealed({ type: 'raise', raise: raise(1e300) })],
    ['that raises a cap by no number', sealed({ type: 'raise', raise: raise('9') })],
    ['that speaks for a flag', sealed({ ...by('x'), door: 'flag' })],
    ['that nobody wrote', sealed({ type: 'cancel', by: '', door: 'script' })],
    ['with an assumed answer', sealed(answer({ option: 'approve', text: null, isAssumed: true }))],
    ['with an answer of both kinds', sealed(answer({ option: 'approve', text: 'and more' }))],
    ['that is half there', sealed(by('x')).slice(0, 40)],
    ['that is empty', ''],
    ['that is a number', '7'],
    ['of NULs', '\0'.repeat(100)],
    ['nested without end', '['.repeat(200_000)],
    ['too long to be a word', 'x'.repeat(3_000_000)],
  ])('a letter %s is set aside', async (_how, text) => {
    await mkdir(inbox)
    await writeFile(join(inbox, '1-abcdefabcdef.json'), text)
    expect(await readAll()).toEqual({
      taken: [],
      strange: [expect.stringContaining('1-abcdefabcdef.json: it ')],
    })
    const [aside = ''] = await readdir(join(inbox, 'strange'))
    expect(await readFile(join(inbox, 'strange', aside), 'utf8')).toBe(text)
  })

  it('a letter to another run is set aside', async () => {
    await sendLetter(inbox, by('somebody'), otherSeal)
    const { taken, strange } = await readAll()
    expect({ taken, strange: strange.length }).toEqual({ taken: [], strange: 1 })
  })

  it('a copy of a letter is set aside', async () => {
    await send('somebody')
    await copyFile(await only(), join(inbox, '9-abcdefabcdef.json'))
    await link(await only(), join(inbox, '9-abcdefabcdee.json'))
    const { taken, strange } = await readAll()
    expect({ taken, strange: strange.map((each) => each.slice('9-abcdefabcdef.json: '.length)) }).toEqual({
      taken: ['somebody'],
      strange: ['it is a copy of another letter', 'it is a copy of another letter'],
    })
  })

  it('what is no file is set aside, and nothing waits for it', async () => {
    await send('somebody')
    await rename(await only(), join(folder, 'elsewhere'))
    await mkdir(join(inbox, '1-abcdefabcde0.json', 'full'), { recursive: true })
    await promisify(execFile)('mkfifo', [join(inbox, '1-abcdefabcde1.json')])
    await symlink(join(folder, 'elsewhere'), join(inbox, '1-abcdefabcde2.json'))
    const server = createServer().listen(join(inbox, '1-abcdefabcde3.json'))
    await writeFile(join(inbox, 'package.json'), '{}')
    const { taken, strange } = await readAll()
    server.close()
    expect({ taken, strange: strange.length }).toEqual({ taken: [], strange: 5 })
    expect(await readdir(join(inbox, 'strange'))).toHaveLength(5)
    expect(await readdir(folder)).toContain('elsewhere')
  })

  it('a link in the place of a folder of ours leads nowhere', async () => {
    await send('somebody')
    const project = join(folder, 'project')
    await mkdir(project)
    await writeFile(join(project, 'package.json'), 'theirs')
    await symlink(project, join(inbox, 'taken'))
    await symlink(project, join(inbox, 'strange'))
    await writeFile(join(inbox, 'package.json'), 'ours')
    expect((await readAll()).taken).toEqual(['somebody'])
    expect(await readdir(project)).toEqual(['package.json'])
    expect(await readFile(join(project, 'package.json'), 'utf8')).toBe('theirs')
  })
})

function sealed(letter: unknown): string {
  const text = JSON.stringify({ nonce: 'ab'.repeat(6), letter })
  return JSON.stringify({ letter: text, seal: testSeal(text) })
}

function order(said: object): object {
  const whole = { task: 'T1', revision: 1, ...said }
  return { id: 'ab'.repeat(6), order: whole, by: 'x', door: 'script' }
}

function raise(amount: unknown): object {
  return { id: 'ab'.repeat(6), dimension: 'usd', amount, by: 'x', door: 'script' }
}

function answer(said: object): object {
  return { type: 'answer', question: 'q', answer: { ...said, by: 'x', door: 'script' } }
}
