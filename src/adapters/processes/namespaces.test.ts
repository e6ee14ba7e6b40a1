import { existsSync, readFileSync } from 'node:fs'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { describeProcessesPort } from '../../../test/ports/processes.suite.ts'
import { workingIn } from '../../../test/ports/process-sight.ts'
import { plainEffect } from '../../kernel/ports/effect.ts'
import type { LaunchedProcess, Processes } from '../../kernel/ports/processes.ts'
import { createProcesses } from './create-processes.ts'
import { findConfinement } from './find-confinement.ts'

const make = (folder: string, namespaces = true): Processes =>
  createProcesses({
    ledgerFile: join(folder, 'processes.ndjson'),
    marker: `test of ${folder}`,
    effect: plainEffect,
    takeOver: false,
    namespaces,
  })

describeProcessesPort('processes in a namespace', (folder) => make(folder), { writable: null })

const here = await findConfinement()

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
  const launched = await launch(make(join(folder, 'state'), false), 'cat')
  expect(launched.confinement).toBe('none')
  await launched.end(1_000)
})

test('what is not asked for is not done', async () => {
  const launched = await make(join(folder, 'state')).launch({ ...request('cat'), label: 'plain' })
  expect(launched.confinement).toBe('none')
  await launched.end(1_000)
})

describe.runIf(here !== 'none')('in a namespace of its own', () => {
  test('the program sees itself and what it started, and nobody else', async () => {
    const launched = await launch(make(join(folder, 'state')), 'echo /proc/[0-9]* > seen; cat')
    expect(launched.confinement).not.toBe('none')
    await launched.end(5_000)
    expect(readFileSync(join(folder, 'work', 'seen'), 'utf8').split(' ').length).toBeLessThan(5)
  })

  test('P1: one that no look could find is ended, counted, and told apart from the program', async () => {
    const processes = make(join(folder, 'state'))
    const launched = await launch(processes, `${hideElsewhere()}; exec cat`)
    await isUp()
    expect(launched.others()).toHaveLength(1)
    await expect(launched.end(2_000)).resolves.toBe(1)
    expect(workingIn(elsewhere)).toEqual([])
  })

  test('P1: the same one is missed without a namespace, so that this can fail', async () => {
    const launched = await launch(make(join(folder, 'state'), false), `${hideElsewhere()}; exec cat`)
    await isUp()
    await launched.end(2_000)
    const missed = workingIn(elsewhere)
    expect(missed).toHaveLength(1)
    for (const pid of missed) process.kill(Number(pid), 'SIGKILL')
  })

  test('P1: when the process that holds the namespace is killed, nobody is left, before anybody looks', async () => {
    const launched = await launch(make(join(folder, 'state')), `${hideElsewhere()}; exec cat`)
    await isUp()
    process.kill(launched.pid, 'SIGKILL')
    await vi.waitFor(() => expect(workingIn(elsewhere)).toEqual([]), { timeout: 10_000 })
    await launched.end(200)
  })

  test('a program that a signal ended is told so', async () => {
    const launched = await launch(make(join(folder, 'state')), 'kill -SEGV $$')
    await expect(launched.ended).resolves.toEqual({ code: null, signal: 'SIGSEGV' })
    await launched.end(200)
  })

  test('a request to end reaches the program with its usual effect, and one that it answers itself', async () => {
    const asked = await launch(make(join(folder, 'state')), 'exec sleep 1000')
    await expect(asked.end(10_000)).resolves.toBe(0)
    await expect(asked.ended).resolves.toEqual({ code: null, signal: 'SIGTERM' })
    const script = `trap 'echo asked > answer; exit 4' TERM; echo up > ready; while :; do sleep 0.01; done`
    const answering = await launch(make(join(folder, 'state')), script)
    await vi.waitFor(() => expect(existsSync(join(folder, 'work', 'ready'))).toBe(true), { timeout: 10_000 })
    await expect(answering.end(10_000)).resolves.toBe(0)
    await expect(answering.ended).resolves.toEqual({ code: 4, signal: null })
    expect(existsSync(join(folder, 'work', 'answer'))).toBe(true)
  })
})

function request(script: string) {
  const env = { PATH: process.env['PATH'] ?? '', HOME: folder }
  return { argv: ['sh', '-c', script] as const, cwd: join(folder, 'work'), folder: join(folder, 'work'), env }
}

function launch(processes: Processes, script: string): Promise<LaunchedProcess> {
  return processes.launch({ ...request(script), label: 'hides', confined: { writable: null } })
}

/** It leaves session, parent, environment and folder, and takes on the looks of a user's own program. */
function hideElsewhere(): string {
  return `(cd ${elsewhere}; env -i HOME=/root setsid sh -c 'trap "" TERM; echo > up; exec sleep 1000' &)`
}

async function isUp(): Promise<void> {
  await vi.waitFor(() => expect(existsSync(join(elsewhere, 'up'))).toBe(true), { timeout: 10_000 })
}
