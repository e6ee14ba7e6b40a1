import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { isInstalled } from '../../../test/harness/is-installed.ts'
import { plainEffect } from '../../kernel/ports/effect.ts'
import type { IsolationLevel, ProcessLimits } from '../../kernel/ports/isolation.ts'
import { ISOLATION_LEVELS, isAtLeast } from '../../kernel/ports/isolation.ts'
import type { LaunchedProcess } from '../../kernel/ports/processes.ts'
import { createProcesses } from './create-processes.ts'
import { findIsolation } from './find-isolation.ts'
import { NO_SURROUNDINGS } from './surroundings.ts'

const MEGABYTE = 1024 ** 2
/** By the number of the system call: to be written to, to be shared, nobody's file, at once. */
const SHARES = `perl -e 'syscall(${process.arch === 'arm64' ? 222 : 9}, 0, 90000000, 3, 0x8021, -1, 0); sleep 60'`
const here = (await findIsolation()).level

let folder = ''
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tutti-limits-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

function launch(
  script: string,
  limits: Partial<ProcessLimits>,
  isolation = NO_SURROUNDINGS.isolation,
): Promise<LaunchedProcess> {
  const processes = createProcesses({
    ledgerFile: join(folder, 'ledger'),
    marker: folder,
    effect: plainEffect,
    takeOver: false,
    surroundings: { ...NO_SURROUNDINGS, isolation },
  })
  return processes.launch({
    argv: ['/bin/sh', '-c', script],
    cwd: folder,
    env: { PATH: process.env['PATH'] ?? '' },
    label: 'the agent',
    confined: { writable: [folder], limits },
  })
}

describe('P11: a program that uses too much is ended, and said to be', () => {
  it.each<readonly [string, string, RegExp]>([
    ['processes', 'for i in 1 2 3 4 5 6 7 8 9 10; do sleep 60 & done; wait', /^the limit of 8 processes$/],
    ['memory', 'head -c 90000000 /dev/zero | tail -c 90000000 | sleep 60', /^the limit of 40 MB of memory$/],
    ...(isInstalled('perl')
      ? [['memory that could be shared', SHARES, /^the limit of 40 MB of memory$/] as const]
      : []),
  ])('%s', async (_, script, limit) => {
    const launched = await launch(script, { processes: 8, memoryBytes: 40 * MEGABYTE })
    await launched.ended
    expect(launched.exceeded()).toMatch(limit)
    await launched.end(100)
  })

  it.runIf(here !== 'none')('memory in files', async () => {
    const script = 'head -c 90000000 /dev/zero > /dev/shm/big; sleep 60'
    const launched = await launch(script, { memoryBytes: 40 * MEGABYTE })
    await launched.ended
    expect(launched.exceeded()).toBe('the limit of 40 MB of memory')
    await launched.end(100)
  })

  it('one file', async () => {
    const launched = await launch('exec head -c 3000000 /dev/zero > big', { fileBytes: MEGABYTE })
    await launched.ended
    await launched.end(100)
    const { size } = await stat(join(folder, 'big'))
    const isHeld = here !== 'none'
    expect(launched.exceeded()).toBe(isHeld ? 'the limit of 1 MB for one file' : null)
    expect(size).toBe(isHeld ? MEGABYTE : 3_000_000)
  })

  it('and one that stays within them is left alone', async () => {
    const launched = await launch('sleep 0.6; echo x > small', { processes: 8, fileBytes: MEGABYTE })
    expect(await launched.ended).toEqual({ code: 0, signal: null })
    expect(launched.exceeded()).toBeNull()
    await launched.end(100)
  })
})

describe('P11: a level that is required', () => {
  const [below, required] = isAtLeast(here, 'namespaces')
    ? (['none', 'namespaces'] as const)
    : (['none', 'sandbox'] as const)

  it('is refused in one sentence where less was to be had, and nothing starts', async () => {
    const started = launch('echo started > evidence', {}, { wanted: below, required })
    await expect(started).rejects.toMatchObject({
      code: 'bad-input',
      message: expect.stringMatching(
        new RegExp(`^the agent was not started: isolation level "${required}" is required .*tutti doctor`),
      ) as string,
    })
    await expect(stat(join(folder, 'evidence'))).rejects.toThrow('ENOENT')
  })

  it.each(ISOLATION_LEVELS.filter((level) => isAtLeast(here, level)))(
    '%s is met where it holds',
    async (level: IsolationLevel) => {
      const launched = await launch('true', {}, { wanted: level, required: level })
      expect(launched.confinement).toBe(level)
      await launched.ended
      await launched.end(100)
    },
  )
})
