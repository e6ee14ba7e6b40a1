import { appendFile, chmod, mkdir, readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { encodeEvents } from '../../src/adapters/journal/jsonl/encode-events.ts'
import { keyFile } from '../../src/host/locations.ts'
import { openSeals } from '../../src/host/seals.ts'
import type { RunEvent } from '../../src/kernel/event.ts'
import { exitStatus } from '../../src/surfaces/cli/exit-status.ts'
import type { CliBench } from '../harness/cli-bench.ts'
import type { HostileCase } from './hostile-case.ts'
import { describeHostile } from './hostile-case.ts'
import { obeyingPermissions } from './no-permission.ts'
import { makeWaitingRun } from './waiting-run.ts'

const { corrupt, usage, stopped, waiting } = exitStatus

const journalOf = (bench: CliBench): string => bench.runFile('one', 'journal.jsonl')

async function rewrite(bench: CliBench, change: (lines: string[]) => readonly string[]): Promise<void> {
  const lines = (await readFile(journalOf(bench), 'latin1')).split('\n').slice(0, -1)
  await writeFile(journalOf(bench), `${change(lines).join('\n')}\n`, 'latin1')
}

/** Changes one line by its index; a negative one counts from the end. */
function rewriteLine(index: number, change: (line: string) => string): (bench: CliBench) => Promise<void> {
  return (bench) => rewrite(bench, (lines) => lines.with(index, change(lines.at(index) ?? '')))
}

/** One event with other fields, and the seals that Tutti itself would have given to it and to what follows. */
function reseal(index: number, change: object): (bench: CliBench) => Promise<void> {
  return async (bench) => {
    const seal = (await openSeals({ key: keyFile(bench.environment) })).journal('one')
    const events = await bench.events('one')
    const changed = { ...events[index], ...change } as unknown as RunEvent
    await writeFile(journalOf(bench), encodeEvents(events.with(index, changed), seal).text)
  }
}

async function changeBlobs(bench: CliBench, change: (blob: string) => Promise<void>): Promise<void> {
  const folder = bench.runFile('one', 'blobs')
  for (const blob of await readdir(folder)) await change(join(folder, blob))
}

const resume = ['resume', 'one']

const cases: readonly HostileCase[] = [
  {
    name: 'a changed letter in the middle',
    args: resume,
    status: corrupt,
    says: 'Line 4 of the journal',
    arrange: rewriteLine(3, (line) => line.replace('"at":1', '"at":2')),
  },
  {
    name: 'a wrong seal at the end',
    args: resume,
    status: corrupt,
    says: 'its seal does not fit',
    arrange: rewriteLine(-1, (line) => line.replace(/"seal":"....../, '"seal":"000000')),
  },
  {
    name: 'a line without a seal',
    args: resume,
    status: corrupt,
    says: 'it has no seal',
    arrange: rewriteLine(5, (line) => line.replace(/,"seal".*/, '}')),
  },
  {
    name: 'a missing line',
    args: resume,
    status: corrupt,
    says: 'Line 4 of the journal',
    arrange: (bench) => rewrite(bench, (lines) => lines.toSpliced(3, 1)),
  },
  {
    name: 'two swapped lines',
    args: resume,
    status: corrupt,
    says: 'Line 4 of the journal',
    arrange: (bench) => rewrite(bench, (lines) => lines.toSpliced(3, 2, lines[4] ?? '', lines[3] ?? '')),
  },
  {
    name: 'a repeated line',
    args: resume,
    status: corrupt,
    says: 'Line 5 of the journal',
    arrange: (bench) => rewrite(bench, (lines) => lines.toSpliced(4, 0, lines[3] ?? '')),
  },
  {
    name: 'NUL bytes in the middle',
    args: resume,
    status: corrupt,
    says: 'Line 5 of the journal',
    arrange: rewriteLine(4, (line) => `${line.slice(0, 40)}${'\0'.repeat(40)}${line.slice(80)}`),
  },
  {
    name: 'not JSON',
    args: resume,
    status: corrupt,
    says: 'Line 1 of the journal',
    arrange: (bench) => writeFile(journalOf(bench), 'Dear diary,\nnothing happened today.\n'),
  },
  {
    name: 'an unknown event type',
    args: resume,
    status: corrupt,
    says: 'event type "step-danced" is unknown',
    arrange: reseal(3, { type: 'step-danced' }),
  },
  {
    name: 'an event of a newer version',
    args: resume,
    status: corrupt,
    says: 'go on with that newer version',
    arrange: reseal(3, { v: 99 }),
  },
  {
    name: 'a first line that was changed',
    args: resume,
    status: usage,
    says: 'one was not written on this machine by this user',
    arrange: rewriteLine(0, (line) => line.replace('Do it', 'Do evil')),
  },
  {
    name: 'a lost key',
    args: resume,
    status: usage,
    says: 'tutti trust --run one',
    arrange: (bench) => rm(keyFile(bench.environment)),
  },
  {
    name: 'a key that others may read',
    args: resume,
    status: stopped,
    says: 'can be read or changed by others',
    arrange: (bench) => chmod(keyFile(bench.environment), 0o644),
  },
  {
    name: 'a key that is cut short',
    args: resume,
    status: stopped,
    says: 'is damaged',
    arrange: (bench) => truncate(keyFile(bench.environment), 31),
  },
  {
    name: 'an answer to a run that was written elsewhere',
    args: ['approve', 'one'],
    status: usage,
    says: 'one was not written on this machine by this user',
    arrange: (bench) => rm(keyFile(bench.environment)),
  },
  {
    name: 'cancel of a run that was written elsewhere',
    args: ['cancel', 'one'],
    status: usage,
    says: 'one was not written on this machine by this user',
    arrange: (bench) => rm(keyFile(bench.environment)),
  },
  {
    name: 'an empty journal',
    args: resume,
    status: usage,
    says: 'There is no run "one" here',
    arrange: (bench) => writeFile(journalOf(bench), ''),
  },
  {
    name: 'a folder in its place',
    args: resume,
    status: stopped,
    says: 'journal.jsonl',
    arrange: async (bench) => {
      await rm(journalOf(bench))
      await mkdir(journalOf(bench))
    },
  },
  {
    name: 'no permission to read it',
    args: resume,
    status: stopped,
    says: 'permission was denied',
    arrange: async (bench) => {
      await chmod(journalOf(bench), 0)
      return obeyingPermissions()
    },
  },
  {
    name: 'no permission to write it',
    args: resume,
    status: stopped,
    says: 'permission was denied',
    arrange: async (bench) => {
      await chmod(journalOf(bench), 0o400)
      return obeyingPermissions()
    },
  },
  {
    name: 'a blob is missing',
    args: resume,
    status: corrupt,
    says: 'it is missing or unreadable',
    arrange: (bench) => changeBlobs(bench, (blob) => rm(blob)),
    plays: true,
  },
  {
    name: 'a blob was changed',
    args: resume,
    status: corrupt,
    says: 'it was changed',
    arrange: (bench) => changeBlobs(bench, (blob) => appendFile(blob, ' ')),
    plays: true,
  },
  {
    name: 'the input of an unknown playbook',
    args: resume,
    status: corrupt,
    says: 'There is no playbook "nonsense" in this version',
    arrange: reseal(0, { playbook: { name: 'nonsense', version: 1 }, input: { value: 7 } }),
  },
  {
    name: 'an input that does not fit',
    args: resume,
    status: corrupt,
    says: "cannot read the run's input",
    arrange: reseal(0, { input: { value: { objective: 'Do it' } } }),
  },
  {
    name: 'a first event that does not start a run',
    args: resume,
    status: corrupt,
    says: 'does not start a run',
    arrange: reseal(0, { type: 'run-cancelled' }),
  },
  {
    name: 'status of a damaged journal',
    args: ['status', 'one'],
    status: corrupt,
    says: 'Line 2 of',
    arrange: rewriteLine(1, () => '{}'),
  },
  {
    name: 'answer to a damaged journal',
    args: ['approve', 'one'],
    status: corrupt,
    says: 'Line 2 of',
    arrange: rewriteLine(1, () => '{}'),
  },
  {
    name: 'cancel of a damaged journal',
    args: ['cancel', 'one'],
    status: corrupt,
    says: 'Line 2 of',
    arrange: rewriteLine(1, () => '{}'),
  },
  {
    name: 'watch of a damaged journal',
    args: ['watch', 'one'],
    status: corrupt,
    says: 'Line 2 of',
    arrange: rewriteLine(1, () => '{}'),
  },
]

describeHostile('journals', makeWaitingRun, cases)

test('a torn tail is no error: it is cut off, and the resume says so', async () => {
  const bench = await makeWaitingRun()
  const whole = await readFile(journalOf(bench))
  await appendFile(journalOf(bench), '{"v":1,"seq":99,"at"')
  const { status, stderr } = await bench.cli([...resume, '--no-wait'])
  expect({ status, stderr }).toEqual({
    status: waiting,
    stderr: expect.stringContaining('resumed (20 bytes of a half-written line were cut off)'),
  })
  expect((await readFile(journalOf(bench))).subarray(0, whole.length).equals(whole)).toBe(true)
  await bench.remove()
})

test('a damaged run is listed with its problem beside the others', async () => {
  const bench = await makeWaitingRun()
  await rewriteLine(2, () => '{}')(bench)
  const { status, stdout } = await bench.cli(['list'])
  expect(status).toBe(exitStatus.ok)
  expect(stdout).toMatch(/^one +Line 3 of the journal/)
  await bench.remove()
})
