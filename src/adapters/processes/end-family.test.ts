import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { afterEach, expect, test } from 'vitest'
import { plainEffect } from '../../kernel/ports/effect.ts'
import { endFamily, signalMembers } from './end-family.ts'
import type { ProcessFamily } from './process-family.ts'
import { readProcess } from './process-table.ts'
import type { ProcessRow } from './process-table.ts'

const children: ChildProcess[] = []

afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL')
})

test('a process is signalled only while it is the one that was found', async () => {
  const row = await start()
  await signalMembers([stranger(row)], 'SIGKILL', plainEffect)
  expect(readProcess(row.pid)).toEqual(row)
  await signalMembers([row], 'SIGKILL', plainEffect)
  await expect.poll(() => readProcess(row.pid)).toBeNull()
})

test('one quiet look is not enough, because a process that is just forking can be missed', async () => {
  const row = await start()
  const looks = [[], [row], [], []]
  const ended = await endFamily(
    family(() => looks.shift() ?? []),
    plainEffect,
  )
  expect(ended).toEqual([row])
  expect(looks).toEqual([])
})

test('a process that cannot be ended is reported with its number, not waited for without end', async () => {
  const row = stranger(await start())
  const ending = endFamily(
    family(() => [row]),
    plainEffect,
    50,
  )
  await expect(ending).rejects.toMatchObject({
    code: 'workspace-failed',
    message: expect.stringContaining(`pid ${row.pid}`) as string,
  })
})

function family(look: () => readonly ProcessRow[]): ProcessFamily {
  return { look, noteLeaderEnded: () => undefined }
}

function stranger(row: ProcessRow): ProcessRow {
  return { ...row, startTime: '1' }
}

async function start(): Promise<ProcessRow> {
  const child = spawn('sleep', ['1000'])
  children.push(child)
  await once(child, 'spawn')
  const row = readProcess(child.pid ?? 0)
  if (row === null) throw new Error('it has gone')
  return row
}
