import { existsSync, readFileSync } from 'node:fs'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { describeProcessesPort } from '../../../test/ports/processes.suite.ts'
import { workingIn } from '../../../test/ports/process-sight.ts'
import { plainEffect } from '../../kernel/ports/effect.ts'
import type { LaunchedProcess, Processes } from '../../kernel/ports/processes.ts'
import { createProcesses } from './create-processes.ts'
import { ISOLATION_LEVELS, isAtLeast } from '../../kernel/ports/isolation.ts'
import type { IsolationLevel } from '../../kernel/ports/isolation.ts'
import { findIsolation } from './find-isolation.ts'
import { NO_SURROUNDINGS } from './surroundings.ts'

const make = (folder: string, wanted: IsolationLevel = 'sandbox'): Processes =>
  createProcesses({
    ledgerFile: join(folder, 'processes.ndjson'),
    marker: `test of ${folder}`,
    effect: plainEffect,
    takeOver: false,
    surroundings: { ...NO_SURROUNDINGS, isolation: { wanted, required: 'none' } },
  })

const here = (await findIsolation()).level
const levels = ISOLATION_LEVELS.filter((level) => isAtLeast(here, level))

describe.each(levels)('wanted: %s', (level) => {
  describeProcessesPort(
    level,
    (folder) => make(folder, level),
    (folder) => ({ writable: [folder] }),
  )
})

let folder = ''
let elsewhere = ''

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tutti-namespace-'))
  elsewhere = join(folder, 'elsewhere')
  await mkdir(join(folder, 'work'))
  await mkdir(elsewhere)
})

afterEach(() => rm(folder, { recursive: true, force: true }))

test('without namespaces nothing is claimed', async () => {
  const launched = await launch(make(join(folder, 'state'), 'none'), 'cat')
  expect(launched.confinement).toBe('none')
  await launched.end(1_000)
})

test('what is not asked for is not done', async () => {
  const launched = await make(join(folder, 'state')).launch({ ...request('cat'), label: 'plain' })
  expect(launched.confinement).toBe('none')
  await launched.end(1_000)
})

const apart = levels.filter((level) => level !== 'none')

describe.runIf(apart.length > 0).each(apart)('in a namespace of its own: %s', (level) => {
  test('the program sees itself and what it started, and nobody else', async () => {
    const launched = await launch(make(join(folder, 'state'), level), 'echo /proc/[0-9]* > seen; cat')
    expect(launched.confinement).not.toBe('none')
    await launched.end(5_000)
    expect(readFileSync(join(folder, 'work', 'seen'), 'utf8').split(' ').length).toBeLessThan(5)
  })

  test('P11: what keeps it apart loads nothing from its folder, whatever a relative path leads to', async () => {
    for (const name of ['libcap.so.2', 'libcap-ng.so.0', 'libselinux.so.1', 'libmount.so.1'])
      await writeFile(join(folder, 'work', name), 'not a library')
    const script = 'pwd > seen; cat'
    const launched = await launch(make(join(folder, 'state'), level), script, {
      LD_LIBRARY_PATH: ':/nowhere',
    })
    expect(launched.confinement).toBe(level)
    await launched.end(5_000)
    expect(readFileSync(join(folder, 'work', 'seen'), 'utf8').trim()).toBe(join(folder, 'work'))
  })

  test('P1: one that no look could find is ended, counted, and told apart from the program', async () => {
    const processes = make(join(folder, 'state'), level)
    const launched = await launch(processes, `${hideElsewhere()}; exec cat`)
    await isUp()
    expect(launched.others()).toHaveLength(1)
    await expect(launched.end(2_000)).resolves.toBe(1)
    expect(workingIn(elsewhere)).toEqual([])
  })

  test('P1: the same one is missed without a namespace, so that this can fail', async () => {
    const launched = await launch(make(join(folder, 'state'), 'none'), `${hideElsewhere()}; exec cat`)
    await isUp()
    await launched.end(2_000)
    const missed = workingIn(elsewhere)
    expect(missed).toHaveLength(1)
    for (const pid of missed) process.kill(Number(pid), 'SIGKILL')
  })

  test('P1: when the process that holds the namespace is killed, nobody is left, before anybody looks', async () => {
    const launched = await launch(make(join(folder, 'state'), level), `${hideElsewhere()}; exec cat`)
    await isUp()
    process.kill(launched.pid, 'SIGKILL')
    await vi.waitFor(() => expect(workingIn(elsewhere)).toEqual([]), { timeout: 10_000 })
    await launched.end(200)
  })

  test('a program that a signal ended is told so', async () => {
    const launched = await launch(make(join(folder, 'state'), level), 'kill -SEGV $$')
    await expect(launched.ended).resolves.toEqual({ code: null, signal: 'SIGSEGV' })
    await launched.end(200)
  })

  test('a request to end reaches the program with its usual effect, and one that it answers itself', async () => {
    const asked = await launch(make(join(folder, 'state'), level), 'exec sleep 1000')
    await expect(asked.end(10_000)).resolves.toBe(0)
    await expect(asked.ended).resolves.toEqual({ code: null, signal: 'SIGTERM' })
    const script = `trap 'echo asked > answer; exit 4' TERM; echo up > ready; while :; do sleep 0.01; done`
    const answering = await launch(make(join(folder, 'state'), level), script)
    await vi.waitFor(() => expect(existsSync(join(folder, 'work', 'ready'))).toBe(true), { timeout: 10_000 })
    await expect(answering.end(10_000)).resolves.toBe(0)
    await expect(answering.ended).resolves.toEqual({ code: 4, signal: null })
    expect(existsSync(join(folder, 'work', 'answer'))).toBe(true)
  })

  test('a program with a sandbox of its own can make it inside, under the name it has outside', async () => {
    const work = join(folder, 'work')
    const launched = await make(join(folder, 'state'), level).launch({
      ...request('unshare --user --map-current-user true; echo $? $(id -un) > made'),
      label: 'nests',
      confined: { writable: [work], box: join(folder, 'box'), nests: true },
    })
    expect(launched.confinement).toBe(level)
    await launched.ended
    expect(readFileSync(join(work, 'made'), 'utf8')).toBe(`0 ${userInfo().username}\n`)
    await launched.end(200)
  })
})

function request(script: string) {
  const env = { PATH: process.env['PATH'] ?? '', HOME: folder }
  return { argv: ['sh', '-c', script] as const, cwd: join(folder, 'work'), folder: join(folder, 'work'), env }
}

function launch(processes: Processes, script: string, more = {}): Promise<LaunchedProcess> {
  const asked = request(script)
  return processes.launch({
    ...asked,
    env: { ...asked.env, ...more },
    label: 'hides',
    confined: { writable: [join(folder, 'work'), elsewhere] },
  })
}

/** Between two looks it leaves session, parent, environment and folder, and takes on the looks of a user's own program. */
function hideElsewhere(): string {
  const hidden = `env -i HOME=/root setsid sh -c 'trap "" TERM; echo > up; exec sleep 1000'`
  return `sleep 0.1; (cd ${elsewhere}; ${hidden} &); echo > ${elsewhere}/left`
}

/** It is hidden when it is up and its parent has left. */
async function isUp(): Promise<void> {
  const signs = ['up', 'left'].map((name) => join(elsewhere, name))
  await vi.waitFor(() => expect(signs.every((sign) => existsSync(sign))).toBe(true), { timeout: 10_000 })
}
