import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, open, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { describeCommandsPort } from '../../../../test/ports/commands.suite.ts'
import { plainEffect } from '../../../kernel/ports/effect.ts'
import type { Clock } from '../../../kernel/ports/clock.ts'
import type { CommandResult, Commands } from '../../../kernel/ports/commands.ts'
import { openAnew } from '../../places/open-anew.ts'
import { createSystemClock } from '../../clock/system-clock.ts'
import { createProcesses } from '../../processes/create-processes.ts'
import { createCommands } from './create-commands.ts'
import type { OpenFile } from './output-log.ts'
import { NO_SURROUNDINGS } from '../../processes/surroundings.ts'

const own = { PATH: process.env['PATH'], HOME: '/home/x', OPENAI_API_KEY: 'sk-secret', SOME_SWITCH: 'on' }

function make(
  folder: string,
  clock: Clock = createSystemClock(),
  variables: Readonly<Record<string, string | undefined>> = own,
  mostOutputBytes?: number,
  openFile: OpenFile = openAnew,
  kept: readonly string[] = [],
): Commands {
  const ledgerFile = join(folder, 'processes')
  return createCommands({
    processes: createProcesses({
      ledgerFile,
      marker: folder,
      effect: plainEffect,
      takeOver: false,
      surroundings: { ...NO_SURROUNDINGS, writable: [folder] },
    }),
    clock,
    outputsFolder: join(folder, 'outputs'),
    effect: plainEffect,
    openFile,
    kept: () => kept,
    ...(mostOutputBytes === undefined ? {} : { mostOutputBytes }),
    environment: { own: variables, pass: [], set: { GREETING: 'hello' } },
  })
}

describeCommandsPort('process commands', (folder) => make(folder))

let folder = ''
let path = ''

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tutti-command-'))
  path = join(folder, 'workspace')
  await mkdir(path)
})

afterEach(() => rm(folder, { recursive: true, force: true }))

function run(commands: Commands, command: string): Promise<CommandResult> {
  const hooks = { signal: new AbortController().signal, onActivity: () => undefined }
  return commands.run({ step: 'check', attempt: 1, command, path, timeoutMs: 60_000 }, hooks)
}

test('P11: a command gets its documented environment, no secret, and names what was withheld', async () => {
  const { output, withheld } = await run(make(folder), 'env')
  expect(output).not.toContain('sk-secret')
  expect(output).toContain('GREETING=hello')
  expect(output).toContain('HOME=/home/x')
  expect(withheld).toEqual(['OPENAI_API_KEY', 'SOME_SWITCH'])
})

test('P2: another variable, or another program on the path, is another identity', async () => {
  const tools = join(folder, 'tools')
  await mkdir(tools)
  const withOwn = (more: Readonly<Record<string, string>>): Promise<string> =>
    make(folder, createSystemClock(), { ...own, PATH: `${tools}:${own.PATH}`, ...more }).identity([
      'cd sub && my-runner --all',
    ])
  const first = await withOwn({})
  expect(await withOwn({ OPENAI_API_KEY: 'another', TMPDIR: '/other', PORT: '1' })).toBe(first)
  expect(await withOwn({ LANG: 'C' })).not.toBe(first)
  await writeFile(join(tools, 'my-runner'), 'one', { mode: 0o755 })
  const second = await withOwn({})
  expect(second).not.toBe(first)
  await writeFile(join(tools, 'my-runner'), 'two!', { mode: 0o755 })
  const third = await withOwn({})
  expect(third).not.toBe(second)
  await writeFile(join(tools, 'node'), 'a node that no command names', { mode: 0o755 })
  expect(await withOwn({})).not.toBe(third)
})

test('P2: what was seen at another level, or with other folders open, is another identity', async () => {
  const identityWith = (...kept: readonly string[]): Promise<string> =>
    make(folder, createSystemClock(), own, undefined, undefined, kept).identity(['true'])
  const first = await identityWith('sandbox')
  expect(await identityWith('sandbox')).toBe(first)
  expect(await identityWith('namespaces')).not.toBe(first)
  expect(await identityWith('sandbox', '/opened')).not.toBe(first)
})

test('P3: a command gets the variables of git that were given, and they are no part of its identity', async () => {
  const processes = createProcesses({
    ledgerFile: join(folder, 'processes'),
    marker: folder,
    effect: plainEffect,
    takeOver: false,
    surroundings: { ...NO_SURROUNDINGS, writable: [folder] },
  })
  const commandsOf = (git: Readonly<Record<string, string>>): Commands =>
    createCommands({
      processes,
      clock: createSystemClock(),
      outputsFolder: join(folder, 'outputs'),
      effect: plainEffect,
      environment: { own: { ...own, GIT_DIR: '/elsewhere' }, pass: [], set: {} },
      git: async () => git,
    })
  const given = commandsOf({ GIT_CONFIG_COUNT: '7' })
  const { output } = await run(given, 'env')
  expect(output).toContain('GIT_CONFIG_COUNT=7')
  expect(output).not.toContain('GIT_DIR')
  expect(await given.identity(['true'])).toBe(await commandsOf({}).identity(['true']))
})

test('a command has a temporary folder of its own beside its workspace', async () => {
  const { output } = await run(make(folder), 'mktemp')
  expect(output.startsWith(`${path}.tmp/`)).toBe(true)
  expect(existsSync(output.trim())).toBe(true)
})

test('the duration is told by the clock that was given', async () => {
  let now = 1_000
  const clock: Clock = {
    now: () => 0,
    awake: () => (now += 500),
    sleep: () => new Promise(() => undefined),
    sleepUntil: () => new Promise(() => undefined),
    settled: () => Promise.resolve(),
  }
  await expect(run(make(folder, clock), 'true')).resolves.toMatchObject({ durationMs: 500 })
})

test('P11: a command that prints too much is ended, and said to be', async () => {
  const { exitCode, signal, outputBytes } = await run(
    make(folder, createSystemClock(), own, 2 * 1024 ** 2),
    'yes',
  )
  expect({ exitCode, signal }).toEqual({ exitCode: null, signal: 'the limit of 2 MB of output' })
  expect(outputBytes).toBeLessThan(4 * 1024 ** 2)
})

test('a disk that takes no more output ends the command and stops the run with one clear sentence', async () => {
  const commands = make(folder, createSystemClock(), own, undefined, () => open('/dev/full', 'a'))
  await expect(run(commands, 'while :; do echo more; done')).rejects.toMatchObject({
    code: 'workspace-failed',
    message: expect.stringContaining('free space') as string,
  })
})

test('P11: output is not written through a link that stands where its file belongs', async () => {
  const commands = make(folder)
  const { outputFile } = await run(commands, 'true')
  await writeFile(join(folder, 'notes'), 'mine\n')
  await rm(outputFile)
  await symlink(join(folder, 'notes'), outputFile)
  expect(await run(commands, 'echo said')).toMatchObject({ exitCode: 0, text: 'said\n' })
  expect(await readFile(join(folder, 'notes'), 'utf8')).toBe('mine\n')
})
