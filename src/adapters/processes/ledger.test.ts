import { execFile } from 'node:child_process'
import { appendFile, link, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { plainEffect } from '../../kernel/ports/effect.ts'
import { createLedger } from './ledger.ts'
import type { LedgerEntry } from './ledger.ts'
import { identifySelf } from './process-identity.ts'

let folder = ''
let file = ''

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tutti-ledger-'))
  file = join(folder, 'deeper', 'ledger')
})

afterEach(() => rm(folder, { recursive: true, force: true }))

function entry(launch: string): LedgerEntry {
  const identity = identifySelf()
  return { launch, label: 'x', identity, group: identity.pid, marker: 'm' }
}

test('a ledger that was never written is empty', async () => {
  await expect(createLedger(file, plainEffect).read()).resolves.toEqual({ entries: [], ended: new Set() })
})

test('what was launched and what has ended is read back', async () => {
  const ledger = createLedger(file, plainEffect)
  await ledger.launched(entry('one'))
  await ledger.launched(entry('two'))
  await ledger.ended('one')
  await expect(ledger.read()).resolves.toEqual({
    entries: [entry('one'), entry('two')],
    ended: new Set(['one']),
  })
})

test('torn and damaged lines hide none of the others', async () => {
  const ledger = createLedger(file, plainEffect)
  await ledger.launched(entry('one'))
  const strangers = [
    'null',
    '[]',
    '{"launched":{"launch":1}}',
    JSON.stringify({ launched: { ...entry('three'), group: 1 } }),
    '\0\0\0',
    '{"launched":{"lau',
  ]
  await appendFile(file, strangers.join('\n'))
  await ledger.launched(entry('two'))
  const { entries } = await ledger.read()
  expect(entries.map((each) => each.launch)).toEqual(['one', 'two'])
})

test.each<readonly [string, () => unknown]>([
  ['a folder', () => mkdir(file)],
  ['a pipe', () => promisify(execFile)('mkfifo', [file])],
  ['a link', () => symlink(join(folder, 'other'), file)],
  ['a file of somebody else', () => link(join(folder, 'other'), file)],
])('P11: %s in its place tells of nobody, and nothing is written there', async (_what, make) => {
  await mkdir(join(folder, 'deeper'))
  await writeFile(join(folder, 'other'), 'notes\n')
  await make()
  const ledger = createLedger(file, plainEffect)
  expect((await ledger.read()).entries).toEqual([])
  await expect(ledger.launched(entry('one'))).rejects.toMatchObject({ code: 'journal-unwritable' })
  expect(await readFile(join(folder, 'other'), 'utf8')).toBe('notes\n')
})

test('an entry is in the file when `launched` resolves, and not before its effect may happen', async () => {
  const seen: string[] = []
  const ledger = createLedger(file, async (label, act) => {
    seen.push(label, await readFile(file, 'utf8').catch(() => 'nothing'))
    return act()
  })
  await ledger.launched(entry('one'))
  expect(seen).toEqual(['ledger-append', 'nothing'])
  expect(await readFile(file, 'utf8')).toContain('"one"')
})

test('a ledger that cannot be written stops the launch with one clear sentence', async () => {
  const blocked = createLedger(join(folder, 'file', 'ledger'), plainEffect)
  await appendFile(join(folder, 'file'), '')
  await expect(blocked.launched(entry('one'))).rejects.toMatchObject({ code: 'journal-unwritable' })
  await expect(blocked.ended('one')).resolves.toBeUndefined()
})
