import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { appendFileSync, existsSync, readFileSync } from 'node:fs'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { buildSources } from '../../../test/ports/build-sources.ts'
import { workingIn } from '../../../test/ports/process-sight.ts'
import { plainEffect } from '../../kernel/ports/effect.ts'
import type { Processes } from '../../kernel/ports/processes.ts'
import { createProcesses } from './create-processes.ts'
import { identify, identifySelf, standing } from './process-identity.ts'
import { readProcessTable, readVariable } from './process-table.ts'

/** A conductor that launches one program, and stops for good at the effect it is told. */
const CONDUCTOR = `
import { dirname } from 'node:path'
import { createProcesses } from './src/adapters/processes/create-processes.js'
const [state, marker, stopBefore, cwd, script, ...confined] = process.argv.slice(2)
const effect = async (label, act) => {
  if (label === stopBefore) {
    console.log('stopped')
    await new Promise((resolve) => setTimeout(resolve, 1e9))
  }
  return act()
}
const processes = createProcesses({ ledgerFile: state, marker, effect, takeOver: false })
if (script === 'reap') console.log(JSON.stringify(await processes.reap()))
else {
  const env = { PATH: process.env.PATH }
  const more = confined.length === 0 ? {} : { confined: { writable: [dirname(cwd)] } }
  const { confinement } = await processes.launch({ argv: ['sh', '-c', script], cwd, env, label: 'work', ...more })
  console.log('launched', confinement)
}
`

let sources = ''
let folder = ''
let ledgerFile = ''
let marker = ''
const children: ChildProcess[] = []

beforeAll(async () => {
  sources = await mkdtemp(join(tmpdir(), 'tutti-conductor-'))
  await buildSources(sources, ['adapters/processes/create-processes.ts'])
  await writeFile(join(sources, 'conductor.js'), CONDUCTOR)
})

afterAll(() => rm(sources, { recursive: true, force: true }))

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tutti-death-'))
  ledgerFile = join(folder, 'ledger')
  marker = `death of ${folder}`
  await mkdir(join(folder, 'work'))
})

afterEach(async () => {
  for (const child of children.splice(0)) endGroup(child)
  await rm(folder, { recursive: true, force: true })
})

test.each([
  ['ledger-append', []],
  ['release', []],
  ['ledger-append', ['confined']],
  ['release', ['confined']],
])('P1: a program whose conductor is killed before %s never starts %s', async (stopBefore, confined) => {
  const conductor = await conduct('echo started > evidence', stopBefore, ...confined)
  expect(marked().length).toBeGreaterThan(0)
  await killHard(conductor)
  await vi.waitFor(() => expect(marked()).toEqual([]), { timeout: 10_000 })
  expect(existsSync(join(folder, 'work', 'evidence'))).toBe(false)
  await expect(nextConductor().reap()).resolves.toEqual([])
})

test('a program whose conductor lives does start', async () => {
  await conduct('echo started > evidence', 'never')
  await vi.waitFor(() => expect(existsSync(join(folder, 'work', 'evidence'))).toBe(true), { timeout: 10_000 })
})

test('P1: what a killed conductor left is reaped, and nothing else', async () => {
  const innocent = await start(['sh', '-c', 'sleep 1000; :'], {})
  const strayGit = await start(['sleep', '1000'], { TUTTI_MARKER: marker })
  const neighbour = await start(['sleep', '1000'], { TUTTI_MARKER: `${marker}0` })
  forgeEntry(innocent.pid ?? 0, { startTime: '1' })
  appendFileSync(ledgerFile, '{"launched":{"launch":"torn')

  await killHard(await conduct('setsid sleep 1000 & sleep 1000; :', 'never'))
  await vi.waitFor(() => expect(marked()).toHaveLength(4), { timeout: 10_000 })
  const expected = marked()

  const reaped = await nextConductor().reap()
  expect(new Set(reaped.map(({ pid }) => pid))).toEqual(new Set(expected))
  expect(new Set(reaped.map(({ label }) => label))).toEqual(new Set(['work', 'not in the ledger']))
  expect(reaped.find(({ pid }) => pid === strayGit.pid)?.label).toBe('not in the ledger')
  expect(marked()).toEqual([])
  expect(identify(innocent.pid ?? 0)).not.toBeNull()
  expect(identify(neighbour.pid ?? 0)).not.toBeNull()
})

test('P1: a group whose leader is ours is reaped even where the marker was dropped', async () => {
  await killHard(await conduct('env -i sh -c "echo \\$\\$ > pid; exec sleep 1000"; :', 'never'))
  const pidFile = join(folder, 'work', 'pid')
  await vi.waitFor(() => expect(existsSync(pidFile) && readFileSync(pidFile, 'utf8')).toMatch(/\n$/), {
    timeout: 10_000,
  })
  const bare = Number(readFileSync(pidFile, 'utf8'))
  expect(identify(bare)).not.toBeNull()
  await nextConductor().reap()
  expect(identify(bare)).toBeNull()
})

test('P1: in a namespace nobody outlives a killed conductor, before anybody reaps', async () => {
  const away = join(folder, 'away')
  await mkdir(away)
  const hidden = `(cd ${away}; env -i HOME=/ setsid sh -c 'trap "" TERM; echo > up; exec sleep 1000' &)`
  const [conductor, told] = await conductAndHear(`${hidden}; sleep 1000; :`, 'never', 'confined')
  await vi.waitFor(() => expect(existsSync(join(away, 'up'))).toBe(true), { timeout: 10_000 })
  expect(workingIn(away)).toHaveLength(1)
  await killHard(conductor)
  if (told.includes('none')) for (const pid of workingIn(away)) process.kill(Number(pid), 'SIGKILL')
  await vi.waitFor(() => expect(workingIn(away)).toEqual([]), { timeout: 10_000 })
  await vi.waitFor(() => expect(marked()).toEqual([]), { timeout: 10_000 })
  await expect(nextConductor().reap()).resolves.toEqual([])
})

test('P1: a conductor that carries the marker itself does not reap itself or its parent', async () => {
  const shell = await start(
    ['sh', '-c', '"$@"; :', 'sh', process.execPath, ...conductorArguments('never', 'reap')],
    { TUTTI_MARKER: marker },
  )
  const [output] = (await once(shell.stdout ?? shell, 'data')) as [Buffer]
  expect(JSON.parse(String(output))).toEqual([])
  await expect(once(shell, 'exit')).resolves.toEqual([0, null])
})

test('a process of another host or container is refused, naming it, and nothing is killed', async () => {
  await killHard(await conduct('sleep 1000; :', 'never'))
  await vi.waitFor(() => expect(marked()).toHaveLength(2), { timeout: 10_000 })
  const before = marked()
  forgeEntry(process.pid, { host: 'far-away', bootId: 'its own' })
  await expect(nextConductor().reap()).rejects.toMatchObject({
    code: 'run-held',
    message: expect.stringMatching(/far-away.*--take-over/) as string,
  })
  expect(marked()).toEqual(before)

  const reaped = await nextConductor({ takeOver: true }).reap()
  expect(reaped.map(({ pid }) => pid)).toEqual(before)
  expect(standing(identifySelf())).toBe('alive')
  await expect(nextConductor().reap()).resolves.toEqual([])
})

function nextConductor({ takeOver } = { takeOver: false }): Processes {
  return createProcesses({ ledgerFile, marker, effect: plainEffect, takeOver })
}

function conductorArguments(stopBefore: string, ...more: readonly string[]): string[] {
  return [join(sources, 'conductor.js'), ledgerFile, marker, stopBefore, join(folder, 'work'), ...more]
}

async function conduct(script: string, stopBefore: string, ...more: string[]): Promise<ChildProcess> {
  return (await conductAndHear(script, stopBefore, ...more))[0]
}

async function conductAndHear(
  script: string,
  stopBefore: string,
  ...more: readonly string[]
): Promise<[ChildProcess, string]> {
  const conductor = await start([process.execPath, ...conductorArguments(stopBefore, script, ...more)], {})
  const [said] = (await once(conductor.stdout ?? conductor, 'data')) as [Buffer]
  return [conductor, String(said)]
}

async function start(
  [program, ...rest]: readonly string[],
  env: Record<string, string>,
): Promise<ChildProcess> {
  const child = spawn(program ?? '', rest, {
    cwd: folder,
    env: { PATH: process.env['PATH'] ?? '', ...env },
    detached: true,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  children.push(child)
  await once(child, 'spawn')
  return child
}

/** The group's number is ours while the leader lives; one that was killed before has nothing left. */
function endGroup(child: ChildProcess): void {
  if (child.exitCode === null && child.signalCode === null) process.kill(-(child.pid ?? 0), 'SIGKILL')
}

async function killHard(child: ChildProcess): Promise<void> {
  child.kill('SIGKILL')
  await once(child, 'exit')
}

/** An entry that names a living process, with something about it changed. */
function forgeEntry(pid: number, change: object): void {
  const identity = { ...identify(pid), ...change }
  const launched = { launch: `forged ${pid}`, label: 'forged', identity, group: pid, marker }
  appendFileSync(ledgerFile, `${JSON.stringify({ launched })}\n`)
}

function marked(): number[] {
  return readProcessTable()
    .map((row) => row.pid)
    .filter((pid) => readVariable(pid, 'TUTTI_MARKER') === marker)
}
