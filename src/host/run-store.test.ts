import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { encodeLine } from '../adapters/journal/jsonl/encode-line.ts'
import type { Locations } from './locations.ts'
import { runFolder } from './locations.ts'
import { isBegun } from './run-store.ts'

let folder = ''
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tutti-runs-'))
})
afterEach(() => rm(folder, { recursive: true }))

const begun = encodeLine({
  v: 1,
  seq: 1,
  at: 1,
  type: 'run-started',
  run: 'r1',
  playbook: { name: 'standard', version: 1 },
  input: { value: null },
  limits: {},
  tutti: '0',
})

it.each([
  ['there is no journal', null, false],
  ['a crash left the journal empty', '', false],
  ['a crash left half of the first line', begun.slice(0, 40), false],
  ['its first event is durable', begun, true],
  ['its journal is damaged', begun.replace('r1', 'r2'), true],
])('P1: when %s, the name can be used again unless the run had begun', async (_, text, expected) => {
  const locations: Locations = {
    repository: { root: folder, gitDir: folder, commonDir: folder },
    runs: join(folder, 'runs'),
    worktrees: folder,
  }
  const { journal } = runFolder(locations, 'r1')
  await mkdir(dirname(journal), { recursive: true })
  if (text !== null) await writeFile(journal, text)
  expect(await isBegun(locations, 'r1')).toBe(expected)
})
