import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { journalText } from '../../test/harness/test-seal.ts'
import type { RunEvent } from '../kernel/event.ts'
import type { Locations } from './locations.ts'
import { runFolder } from './locations.ts'
import { followRun, isBegun, seeEvents } from './run-store.ts'

let folder = ''
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tutti-runs-'))
})
afterEach(() => rm(folder, { recursive: true }))

const start: RunEvent = {
  v: 1,
  seq: 1,
  at: 1,
  type: 'run-started',
  run: 'r1',
  playbook: { name: 'standard', version: 1 },
  input: { value: null },
  limits: {},
  tutti: '0',
}
const begun = journalText([start])

function locationsIn(root: string): Locations {
  return {
    repository: { root, gitDir: root, commonDir: root },
    runs: join(root, 'runs'),
    worktrees: root,
    key: join(root, 'key'),
  }
}

async function writeJournal(locations: Locations, text: string): Promise<void> {
  const { journal } = runFolder(locations, 'r1')
  await mkdir(dirname(journal), { recursive: true })
  await writeFile(journal, text)
}

it.each([
  ['there is no journal', null, false],
  ['a crash left the journal empty', '', false],
  ['a crash left half of the first line', begun.slice(0, 40), false],
  ['its first event is durable', begun, true],
  ['its journal is damaged', begun.replace('r1', 'r2'), true],
])('P1: when %s, the name can be used again unless the run had begun', async (_, text, expected) => {
  const locations = locationsIn(folder)
  if (text !== null) await writeJournal(locations, text)
  expect(await isBegun(locations, 'r1')).toBe(expected)
})

it("P11: somebody else's journal says nothing that a terminal acts on", async () => {
  const locations = locationsIn(folder)
  const step = 'execute/\u001b]52;c;AAAA\u0007\u202e'
  const input = { value: { [step]: [`one\n${step}`] } }
  await writeJournal(
    locations,
    journalText([
      { ...start, input },
      { v: 1, seq: 2, at: 1, type: 'step-started', step, kind: step, input: 'x' } as unknown as RunEvent,
    ]),
  )
  const { events, isOwn } = await seeEvents(locations, 'r1')
  expect(isOwn).toBe(false)
  expect(JSON.stringify(events)).not.toMatch(/\\u001b|\\u0007|\u202e/)
  expect(JSON.stringify(events)).toContain(String.raw`one\nexecute/`)
})

it('a run that was cleaned away is unknown to whoever follows it, and no bug', async () => {
  const locations = locationsIn(folder)
  await writeJournal(locations, begun)
  expect((await followRun(locations, 'r1').next()).value).toMatchObject({
    events: [{ seq: 1 }],
    holder: null,
  })
  await rm(runFolder(locations, 'r1').root, { recursive: true })
  await expect(followRun(locations, 'r1').next()).rejects.toMatchObject({ code: 'run-unknown' })
})
