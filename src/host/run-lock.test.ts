import { execFile, spawn } from 'node:child_process'
import type { ChildProcessByStdio } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable, Writable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { buildSources } from '../../test/ports/build-sources.ts'
import { identifySelf } from '../adapters/processes/process-identity.ts'
import type { ProcessIdentity } from '../adapters/processes/process-identity.ts'
import type { Effect } from '../kernel/ports/effect.ts'
import { plainEffect } from '../kernel/ports/effect.ts'
import { readLockHolder, takeRunLock } from './run-lock.ts'
import type { RunLock } from './run-lock.ts'

/**
 * Takes the lock as often as it is told; while it holds it, a file that only one process can make must be its
 * own. It leaves locks of the dead in various generations, so that takers come to different numbers.
 */
const TAKER = `
import { link, open, unlink, writeFile } from 'node:fs/promises'
import { setImmediate } from 'node:timers/promises'
import { identifySelf } from './src/adapters/processes/process-identity.js'
import { plainEffect } from './src/kernel/ports/effect.js'
import { takeRunLock } from './src/host/run-lock.js'
const [folder, evidence, rounds] = process.argv.slice(2)
const seen = { held: 0, refused: 0, trouble: [] }
process.stdin.resume()
console.log('ready')
if (rounds !== '0') await new Promise((resolve) => process.stdin.once('data', resolve))
const take = () => takeRunLock({ folder, self: identifySelf(), command: 'tutti resume r1', takeOver: false, effect: plainEffect })
if (rounds === '0') {
  await take()
  console.log('held')
  setTimeout(() => {}, 1e9)
}
for (let round = 0; round < Number(rounds); round += 1) {
  try {
    const lock = await take()
    const file = await open(evidence, 'wx')
    for (let turn = 0; turn < 20; turn += 1) await setImmediate()
    await file.close()
    await unlink(evidence)
    const holder = { token: String(round), identity: { ...identifySelf(), startTime: '1' }, command: '', since: '' }
    await writeFile(evidence + process.pid, JSON.stringify(holder))
    await link(evidence + process.pid, folder + '/lock.' + (1 + (round * 7) % 10)).catch(() => {})
    await lock.release()
    seen.held += 1
  } catch (error) {
    if (error.code === 'run-held') seen.refused += 1
    else seen.trouble.push(String(error))
  }
}
if (rounds !== '0') {
  console.log(JSON.stringify(seen))
  process.exit()
}
`

let sources = ''
let folder = ''
type Taker = ChildProcessByStdio<Writable, Readable, null>

const children: Taker[] = []

beforeAll(async () => {
  sources = await mkdtemp(join(tmpdir(), 'tutti-taker-'))
  await buildSources(sources, ['host/run-lock.ts', 'adapters/processes/process-identity.ts'])
  await writeFile(join(sources, 'taker.js'), TAKER)
})

afterAll(() => rm(sources, { recursive: true, force: true }))

beforeEach(async () => {
  folder = join(await mkdtemp(join(tmpdir(), 'tutti-lock-')), 'run')
})

afterEach(async () => {
  for (const child of children.splice(0)) child.kill('SIGKILL')
  await rm(join(folder, '..'), { recursive: true, force: true })
})

test('a lock that was released can be taken again, and leaves nothing behind', async () => {
  await (await take()).release()
  await (await take()).release()
  await expect(readdir(folder)).resolves.toEqual([])
})

test('P1: a lock that cannot be removed does not change what its run came to; its holder counts as long as it lives', async () => {
  let fault: Error | null = null
  const effect: Effect = async (_label, act) => {
    if (fault !== null) throw fault
    return act()
  }
  const request = { folder, self: identifySelf(), command: 'tutti run', takeOver: false, effect }
  const lock = await takeRunLock(request)
  fault = new Error('a fault of ours')
  await expect(lock.release()).rejects.toThrow(fault)
  fault = Object.assign(new Error('EROFS: read-only file system'), { code: 'EROFS' })
  await expect(lock.release()).resolves.toBeUndefined()
  await expect(readdir(folder)).resolves.toEqual(['lock.1'])
  await expect(take()).rejects.toMatchObject({ code: 'run-held' })
})

test('P1: a second writer is refused, and told who holds the run since when and for what', async () => {
  const lock = await take()
  const refusal = await take().catch((error: unknown) => error)
  expect(refusal).toMatchObject({ code: 'run-held' })
  const { pid, host } = identifySelf()
  expect(String(refusal)).toMatch(new RegExp(`tutti run.*pid ${pid} on ${host}, since \\d{4}-\\d\\d-\\d\\dT`))
  await expect(take({ takeOver: true })).rejects.toMatchObject({ code: 'run-held' })
  await lock.release()
})

test.each<readonly [string, (file: string) => unknown]>([
  ['a folder', (file) => mkdir(file)],
  ['a pipe', (file) => promisify(execFile)('mkfifo', [file])],
  ['a link to a file without end', (file) => symlink('/dev/zero', file)],
  ['a file without an end in sight', (file) => writeFile(file, 'x'.repeat(200_000))],
])('P8: %s in the place of a lock is nobody, is not waited for, and is refused', async (_what, make) => {
  await mkdir(folder, { recursive: true })
  await make(join(folder, 'lock.1'))
  expect(await readLockHolder(folder)).toBeNull()
  await expect(take()).rejects.toMatchObject({
    code: 'run-held',
    message: expect.stringContaining('damaged'),
  })
})

test('P1: the lock of a killed process is taken over silently', async () => {
  const holder = await startTaker(0)
  await expect.poll(() => readdir(folder).catch(() => [])).toEqual(['lock.1'])
  await expect(take()).rejects.toMatchObject({ code: 'run-held' })
  holder.kill('SIGKILL')
  await once(holder, 'exit')
  const lock = await take()
  await expect(readdir(folder)).resolves.toEqual(['lock.2'])
  await lock.release()
})

test.each([
  ['another host', { host: 'far-away', bootId: 'its own' }],
  ['another container', { pidNamespace: 'pid:[1]' }],
])('a holder on %s is refused by name, and given up only when told so', async (_where, change) => {
  await plant({ ...identifySelf(), ...change })
  await expect(take()).rejects.toMatchObject({
    code: 'run-held',
    message: expect.stringMatching(/pid \d+ on .*--take-over/) as string,
  })
  const lock = await take({ takeOver: true })
  await expect(readdir(folder)).resolves.toEqual(['lock.8'])
  await lock.release()
})

test.each(['', '{"token":', '{"token":"x"}', 'null'])(
  'a damaged lock is refused until told: %j',
  async (content) => {
    await mkdir(folder, { recursive: true })
    await writeFile(join(folder, 'lock.1'), content)
    await expect(take()).rejects.toMatchObject({
      code: 'run-held',
      message: expect.stringContaining('lock.1') as string,
    })
    await (await take({ takeOver: true })).release()
    await expect(readdir(folder)).resolves.toEqual([])
  },
)

test('a lock that was taken over is not released by its former holder', async () => {
  const lock = await take()
  const [name] = await readdir(folder)
  const stranger = (await readFile(join(folder, name ?? ''), 'utf8')).replace(
    /"token":"[^"]+"/,
    '"token":"other"',
  )
  await writeFile(join(folder, name ?? ''), stranger)
  await lock.release()
  await expect(readdir(folder)).resolves.toEqual([name])
})

test('a draft that a crash left is cleared away', async () => {
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, 'lock-draft.1'), '')
  await (await take()).release()
  await expect(readdir(folder)).resolves.toEqual([])
})

test('a folder that cannot be written is one clear sentence', async () => {
  await writeFile(folder, 'a file')
  await expect(take()).rejects.toMatchObject({ code: 'journal-unwritable' })
})

test('P1: of eight processes that race for a dead lock, never two hold it', async () => {
  await plant({ ...identifySelf(), startTime: '1' })
  const takers = await Promise.all(Array.from({ length: 8 }, () => startTaker(ROUNDS)))
  const reports = takers.map((taker) => text(taker.stdout))
  for (const taker of takers) taker.stdin.write('go\n')
  const seen = (await Promise.all(reports)).map((report) => JSON.parse(report) as Report)
  expect(seen.flatMap((each) => each.trouble)).toEqual([])
  const held = seen.reduce((sum, each) => sum + each.held, 0)
  const refused = seen.reduce((sum, each) => sum + each.refused, 0)
  expect(held).toBeGreaterThan(0)
  expect(held + refused).toBe(8 * ROUNDS)
  await (await take()).release()
  await expect(readdir(folder)).resolves.toEqual([])
})

const ROUNDS = 100

interface Report {
  readonly held: number
  readonly refused: number
  readonly trouble: readonly string[]
}

function take({ takeOver } = { takeOver: false }): Promise<RunLock> {
  return takeRunLock({ folder, self: identifySelf(), command: 'tutti run', takeOver, effect: plainEffect })
}

async function plant(identity: ProcessIdentity): Promise<void> {
  await mkdir(folder, { recursive: true })
  const holder = { token: 'planted', identity, command: 'tutti run', since: '2026-01-01T00:00:00.000Z' }
  await writeFile(join(folder, 'lock.7'), JSON.stringify(holder))
}

async function startTaker(rounds: number): Promise<Taker> {
  const taker = spawn(
    process.execPath,
    [join(sources, 'taker.js'), folder, join(folder, '..', 'evidence'), String(rounds)],
    { stdio: ['pipe', 'pipe', 'inherit'] },
  )
  children.push(taker)
  await once(taker.stdout, 'data')
  return taker
}
