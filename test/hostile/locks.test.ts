import { readFile, writeFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { identifySelf } from '../../src/adapters/processes/process-identity.ts'
import { exitStatus } from '../../src/surfaces/cli/exit-status.ts'
import type { CliBench } from '../harness/cli-bench.ts'
import type { Arranged, HostileCase } from './hostile-case.ts'
import { describeHostile } from './hostile-case.ts'
import { makeWaitingRun } from './waiting-run.ts'

const { held, waiting } = exitStatus

/** Another process really plays the run, and waits for its approval. */
async function played(bench: CliBench): Promise<Arranged> {
  const holder = bench.start(['resume', 'one'])
  await holder.said('Waiting for a person')
  return {
    after: () => {
      holder.signal('SIGKILL')
      return holder.ended
    },
  }
}

async function heldElsewhere(bench: CliBench): Promise<void> {
  const holder = {
    token: 'theirs',
    identity: { ...identifySelf(), host: 'elsewhere', bootId: 'theirs', pidNamespace: 'pid:[1]' },
    command: 'tutti resume one',
    since: '2026-01-01T00:00:00.000Z',
  }
  await writeFile(bench.runFile('one', 'lock.1'), `${JSON.stringify(holder)}\n`)
}

const damaged = (bench: CliBench): Promise<void> =>
  writeFile(bench.runFile('one', 'lock.1'), 'not a lock at all')

const cases: readonly HostileCase[] = [
  {
    name: 'resume of a run that is played',
    args: ['resume', 'one'],
    status: held,
    says: 'is held by `tutti resume one` (pid',
    arrange: played,
  },
  {
    name: 'clean of a run that is played',
    args: ['clean', 'one', '--force'],
    status: held,
    says: 'end it first: tutti cancel one',
    arrange: played,
  },
  {
    name: 'a lock of another host',
    args: ['resume', 'one'],
    status: held,
    says: '--take-over',
    arrange: heldElsewhere,
  },
  { name: 'a damaged lock', args: ['resume', 'one'], status: held, says: 'is damaged', arrange: damaged },
  {
    name: 'an answer under a damaged lock',
    args: ['approve', 'one'],
    status: held,
    says: 'is damaged',
    arrange: damaged,
  },
  {
    name: 'cancel under a damaged lock',
    args: ['cancel', 'one'],
    status: held,
    says: 'is damaged',
    arrange: damaged,
  },
  {
    name: 'clean under a lock of another host',
    args: ['clean', 'one', '--force'],
    status: held,
    says: 'is at work',
    arrange: heldElsewhere,
  },
]

describeHostile('locks', makeWaitingRun, cases)

test.each([
  ['of another host', heldElsewhere],
  ['that is damaged', damaged],
] as const)('a lock %s can be taken over', async (_whose, arrange) => {
  const bench = await makeWaitingRun()
  await arrange(bench)
  const { status } = await bench.cli(['resume', 'one', '--no-wait', '--take-over'])
  expect(status).toBe(waiting)
  await expect(readFile(bench.runFile('one', 'lock.1'))).rejects.toThrow('ENOENT')
  await bench.remove()
})
