import { existsSync, readFileSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { describeProcessesPort } from '../../../test/ports/processes.suite.ts'
import { plainEffect } from '../../kernel/ports/effect.ts'
import type { Effect } from '../../kernel/ports/effect.ts'
import type { LaunchRequest, Processes } from '../../kernel/ports/processes.ts'
import { createProcesses } from './create-processes.ts'
import { NO_SURROUNDINGS } from './surroundings.ts'
import { readProcessTable, readVariable } from './process-table.ts'

describeProcessesPort('local processes', (folder) =>
  createProcesses({
    ledgerFile: join(folder, 'processes.ndjson'),
    marker: `test of ${folder}`,
    effect: plainEffect,
    takeOver: false,
  }),
)

describeProcessesPort(
  'confined processes where the system has no namespaces',
  (folder) =>
    createProcesses({
      ledgerFile: join(folder, 'processes.ndjson'),
      marker: `test of ${folder}`,
      effect: plainEffect,
      takeOver: false,
      surroundings: { ...NO_SURROUNDINGS, isolation: { wanted: 'none', required: 'none' } },
    }),
  (folder) => ({ writable: [folder] }),
)

let folder = ''

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tutti-launch-'))
})

afterEach(() => rm(folder, { recursive: true, force: true }))

test('the entry is in the ledger before the program is released, with all that reaping needs', async () => {
  const steps: string[] = []
  let ledgerAtRelease = ''
  const processes = make(async (label, act) => {
    if (label === 'release') ledgerAtRelease = readFileSync(join(folder, 'ledger'), 'utf8')
    steps.push(label)
    return act()
  })
  const launched = await processes.launch(request('cat'))
  expect(steps).toEqual(['spawn', 'ledger-append', 'release'])
  expect(JSON.parse(ledgerAtRelease)).toMatchObject({
    launched: { label: 'a script', group: launched.pid, marker: folder, identity: { pid: launched.pid } },
  })
  await launched.end(10_000)
  expect(steps).toEqual(['spawn', 'ledger-append', 'release', 'ledger-append'])
})

test('force is an effect with a name', async () => {
  const steps: string[] = []
  const processes = make((label, act) => {
    steps.push(label)
    return act()
  })
  const launched = await processes.launch(request('sleep 1000'))
  await launched.end(0)
  expect(steps).toContain('kill')
})

test.each(['spawn', 'ledger-append'])(
  'a launch that fails right after %s leaves nobody waiting',
  async (cut) => {
    const processes = make(async (label, act) => {
      const result = await act()
      if (label === cut) throw new Error('cut')
      return result
    })
    await expect(processes.launch(request('echo started > evidence'))).rejects.toThrow('cut')
    await vi.waitFor(() => expect(marked()).toEqual([]), { timeout: 10_000 })
    expect(existsSync(join(folder, 'evidence'))).toBe(false)
  },
)

test('a full or read-only ledger keeps the program from starting', async () => {
  const processes = createProcesses({
    ledgerFile: '/dev/full',
    marker: folder,
    effect: plainEffect,
    takeOver: false,
  })
  const launching = processes.launch(request('echo started > evidence'))
  await expect(launching).rejects.toMatchObject({ code: 'journal-unwritable' })
  await vi.waitFor(() => expect(marked()).toEqual([]), { timeout: 10_000 })
  expect(existsSync(join(folder, 'evidence'))).toBe(false)
})

test('reaping once programs of our own are up is a mistake that is reported', async () => {
  const processes = make(plainEffect)
  const launched = await processes.launch(request('cat'))
  await expect(processes.reap()).rejects.toMatchObject({ code: 'bug' })
  await launched.end(10_000)
  await expect(processes.reap()).resolves.toEqual([])
})

test('writing to a program that does not listen any more fails the writer and nothing else', async () => {
  const launched = await make(plainEffect).launch(request('exec 0<&-; echo deaf; exec sleep 1000'))
  const reader = launched.stdout.getReader()
  await reader.read()
  const writer = launched.stdin.getWriter()
  const line = new Uint8Array(1024 * 1024)
  await expect(writer.write(line).then(() => writer.write(line))).rejects.toBeInstanceOf(Error)
  await expect(launched.end(100)).resolves.toBe(0)
})

test('P11: a program is not looked for in its workspace, wherever a relative path leads to', async () => {
  await writeFile(join(folder, 'my-program'), '#!/bin/sh\n', { mode: 0o755 })
  const asked = { ...request(''), argv: ['my-program'] as const }
  const env = { PATH: '.::./' }
  await expect(make(plainEffect).launch({ ...asked, env })).rejects.toMatchObject({ code: 'command-missing' })
  const launched = await make(plainEffect).launch({ ...asked, env: { PATH: `.:${folder}` } })
  await expect(launched.ended).resolves.toEqual({ code: 0, signal: null })
  await launched.end(100)
})

function make(effect: Effect): Processes {
  return createProcesses({ ledgerFile: join(folder, 'ledger'), marker: folder, effect, takeOver: false })
}

function request(script: string): LaunchRequest {
  const env = { PATH: process.env['PATH'] ?? '' }
  return { argv: ['sh', '-c', script], cwd: folder, env, label: 'a script' }
}

function marked(): readonly number[] {
  return readProcessTable()
    .map((row) => row.pid)
    .filter((pid) => readVariable(pid, 'TUTTI_MARKER') === folder)
}
