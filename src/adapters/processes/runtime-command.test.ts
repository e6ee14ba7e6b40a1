import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest'
import { describeProcessesPort } from '../../../test/ports/processes.suite.ts'
import { plainEffect } from '../../kernel/ports/effect.ts'
import type { Confined, LaunchedProcess, Processes } from '../../kernel/ports/processes.ts'
import { createConfiner } from './confiner.ts'
import { createProcesses } from './create-processes.ts'
import { findIsolation } from './find-isolation.ts'
import { runtimeFiles } from './runtime-command.ts'
import type { Surroundings } from './surroundings.ts'
import { NO_SURROUNDINGS } from './surroundings.ts'
import type { Way } from './ways.ts'
import { RUNTIME_WAY, waysOf } from './ways.ts'

/** On Linux the runtime lays a new /dev over everything, and the folder of other tests lies in there. */
const usual = process.env['TMPDIR']
process.env['TMPDIR'] = '/tmp'
afterAll(() => {
  if (usual === undefined) delete process.env['TMPDIR']
  else process.env['TMPDIR'] = usual
})

const confine = (around: Surroundings) => createConfiner(around, [RUNTIME_WAY])
/** Where the runtime lacks one of its own tools it can only be refused. */
const found = await findIsolation('namespaces', confine)

const make = (folder: string): Processes =>
  createProcesses({
    ledgerFile: join(folder, 'processes.ndjson'),
    marker: `test of ${folder}`,
    effect: plainEffect,
    takeOver: false,
    confine,
    surroundings: { ...NO_SURROUNDINGS, hidden: [join(folder, 'hidden')] },
  })

/** What is left over dies with a namespace that the runtime makes on Linux alone: that would tell nothing of macOS. */
describeProcessesPort(`the runtime, ${found.level}`, make, (folder) => ({ writable: [folder] }), 'streams')

test('what is there on macOS is the runtime alone', () => {
  expect(waysOf('darwin')).toEqual([RUNTIME_WAY])
  expect(waysOf('linux')).not.toContain(RUNTIME_WAY)
})

test('P11: only what was tried is promised of it', () => {
  if (found.level === 'none') return expect(found.tool).toBeNull()
  expect(found).toMatchObject({ level: 'namespaces', tool: 'sandbox-runtime' })
  expect(found.holds).toEqual([
    'programs write only to their own folders',
    'they cannot end other processes',
    "they cannot see Tutti's journals and settings or other workspaces",
  ])
})

test('P11: a way that confines nothing is promised nothing', async () => {
  const open: Way = {
    ...RUNTIME_WAY,
    command: ({ argv }) => ['/bin/sh', '-c', 'echo "ready 0 0" >&3; read go <&3; exec "$@"', 'sh', ...argv],
  }
  const planted = await findIsolation('namespaces', (around) => createConfiner(around, [open]))
  expect(planted).toMatchObject({ level: 'none', holds: [] })
})

describe(`the runtime, ${found.level}`, () => {
  let folder = ''
  let own = ''

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'tutti-runtime-'))
    own = join(folder, 'hidden', 'own')
    for (const name of ['worktree', 'checkout', 'home', 'hidden/own']) {
      await mkdir(join(folder, name), { recursive: true })
    }
    await writeFile(join(folder, 'hidden', 'journal'), 'sealed\n')
    await writeFile(join(folder, 'worktree', 'file'), 'as it was\n')
  })

  afterEach(() => rm(folder, { recursive: true, force: true }))

  test('P7: what is written outside comes to nothing, unless nothing is promised', async () => {
    const writes = resolve(import.meta.dirname, '../../../test/ports/hostile-writes.sh')
    const places = ['worktree', 'checkout', 'home'].map((name) => join(folder, name))
    const launched = await launch(['sh', writes, ...places])
    const wrote = [...(await said(launched)).matchAll(/^wrote: (.*)$/gm)].map(([, what]) => what)
    if (launched.confinement === 'none') return expect(wrote).toContain('worktree')
    expect(wrote).toEqual([])
    expect(await readdir(join(folder, 'worktree'))).toEqual(['file'])
    expect(await readFile(join(folder, 'worktree', 'file'), 'utf8')).toBe('as it was\n')
  })

  test('its own folder in a hidden one is written to, what lies beside it is not there', async () => {
    const script = `echo kept > ${own}/note; cat ${join(folder, 'hidden', 'journal')} ${own}/note; echo "$TMPDIR"; : > "$TMPDIR/x"`
    const launched = await launch(['sh', '-c', script])
    const lines = (await said(launched)).trim().split('\n')
    expect(lines.filter((line) => line === 'kept')).toHaveLength(1)
    expect(lines.includes('sealed')).toBe(launched.confinement === 'none')
    if (launched.confinement !== 'none') expect(existsSync(lines.at(-1) ?? '')).toBe(false)
  })

  test('P11: without a network nothing of this machine is reached', async () => {
    const { createServer } = await import('node:net')
    const server = createServer((line) => line.end('reached'))
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
    const address = server.address()
    const port = typeof address === 'object' ? address?.port : null
    const script = `const line = require('node:net').connect(${port}, '127.0.0.1'); line.on('error', () => console.log('refused')); line.pipe(process.stdout)`
    const reach = async (confined: Partial<Confined>): Promise<readonly string[]> => {
      const launched = await launch([process.execPath, '-e', script], confined)
      return [launched.confinement, await said(launched)]
    }
    const open = await reach({})
    const [level, told] = await reach({ network: 'none' })
    server.close()
    expect(open[1]).toBe('reached')
    expect(told).toBe(level === 'none' ? 'reached' : 'refused\n')
  })

  async function launch(
    argv: readonly [string, ...string[]],
    more: Partial<Confined> = {},
  ): Promise<LaunchedProcess> {
    const surroundings = {
      ...NO_SURROUNDINGS,
      homes: [join(folder, 'home')],
      hidden: [join(folder, 'hidden')],
    }
    const processes = createProcesses({
      ledgerFile: join(folder, 'hidden', 'ledger'),
      marker: folder,
      effect: plainEffect,
      takeOver: false,
      confine,
      surroundings,
    })
    const readable = [join(folder, 'checkout'), join(folder, 'worktree'), '/usr']
    return processes.launch({
      argv,
      cwd: join(folder, 'worktree'),
      env: { PATH: process.env['PATH'] ?? '', HOME: join(folder, 'home') },
      label: 'hostile',
      confined: { writable: [own], readable, ...more },
    })
  }

  async function said(launched: LaunchedProcess): Promise<string> {
    const told = await text(launched.stdout)
    await launched.end(1_000)
    return told
  }
})

test('the deeper place wins as far as rules for paths allow, and nothing is shown in the place of another', () => {
  const sights = [
    { kind: 'hidden', path: '/state' },
    { kind: 'read', path: '/state/shown', from: '/state/shown' },
    { kind: 'write', path: '/state/own', from: '/state/own' },
    { kind: 'read', path: '/state/own/settings', from: '/state/own/settings' },
    { kind: 'write', path: '/state/own/.git', from: '/box/git' },
    { kind: 'scratch', path: '/tmp' },
  ] as const
  expect(runtimeFiles({ sights }, '/tmp/tutti')).toEqual({
    denyRead: ['/state'],
    allowRead: ['/state/shown', '/state/own/settings', '/state/own'],
    allowWrite: ['/state/own', '/tmp/tutti'],
    denyWrite: ['/state/own/settings', '/state/own/.git'],
  })
})
