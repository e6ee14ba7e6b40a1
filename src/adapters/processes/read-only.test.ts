import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chmod, chown, copyFile, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { buildSources } from '../../../test/ports/build-sources.ts'
import type { Confinement } from '../../kernel/ports/processes.ts'
import { findConfinement } from './find-confinement.ts'

/** Launches one program and tells what it said, and how far it was confined. */
const CONDUCTOR = `
import { createProcesses } from './src/adapters/processes/create-processes.js'
const { folder, argv, writable } = JSON.parse(process.argv[2])
const effect = (label, act) => act()
const ledgerFile = folder + '/state/ledger'
const processes = createProcesses({ ledgerFile, marker: folder, effect, takeOver: false })
const env = { PATH: process.env.PATH, HOME: folder + '/home', TMPDIR: folder + '/home' }
const cwd = folder + '/worktree'
const launched = await processes.launch({ argv, cwd, env, label: 'hostile', confined: { writable } })
let said = ''
for await (const chunk of launched.stdout) said += Buffer.from(chunk)
await launched.end(1000)
console.log(JSON.stringify({ confinement: launched.confinement, said, troubles: launched.stderrTail() }))
`

interface Told {
  readonly confinement: Confinement
  readonly said: string
  readonly troubles: string
}

const NOBODY = 65_534
const isRoot = process.getuid?.() === 0
const WRITES = resolve(import.meta.dirname, '../../../test/ports/hostile-writes.sh')
const here = await findConfinement()

let sources = ''
let folder = ''

beforeAll(async () => {
  // Not in a folder that another user could not reach.
  sources = await mkdtemp('/tmp/tutti-read-only-sources-')
  await buildSources(sources, ['adapters/processes/create-processes.ts'])
  await writeFile(join(sources, 'conductor.js'), CONDUCTOR)
  await copyFile(WRITES, join(sources, 'writes.sh'))
  await chmod(sources, 0o755)
})

afterAll(() => rm(sources, { recursive: true, force: true }))

beforeEach(async () => {
  folder = await mkdtemp('/tmp/tutti-read-only-')
  for (const name of ['worktree', 'checkout', 'home', 'home/own', 'state']) await mkdir(join(folder, name))
  await writeFile(join(folder, 'worktree', 'file'), 'as it was\n')
  await copyFile('/usr/bin/touch', join(folder, 'home', 'helper'))
})

afterEach(() => rm(folder, { recursive: true, force: true }))

test('P7: without a namespace of mounts nothing is claimed', async () => {
  const told = await conduct([], ['true'], 'ourselves')
  expect(told.confinement).toBe(here)
})

describe
  .runIf(here === 'read-only')
  .each(isRoot ? (['ourselves', 'nobody'] as const) : (['ourselves'] as const))(
  'P7: read-only, as %s',
  (user) => {
    test('every way to write is refused, and nothing is changed', async () => {
      const told = await conduct([], hostile(), user)
      expect(told.confinement).toBe('read-only')
      expect(told.said).not.toContain('wrote')
      expect(told.said.match(/refused/g)).toHaveLength(15)
      expect(await readdir(join(folder, 'worktree'))).toEqual(['file'])
      expect(await readdir(join(folder, 'checkout'))).toEqual([])
    })

    test('the same writes work where only processes are confined, so that this can fail', async () => {
      const told = await conduct(null, hostile(), user)
      expect(told.confinement).toBe('processes')
      expect(told.said).not.toContain('refused')
      expect(told.said.match(/wrote/g)).toHaveLength(15)
    })

    test('the folders given, devices and a TMPDIR of its own can be written to, and a terminal be opened', async () => {
      const own = join(folder, 'home', 'own')
      const script = [
        `echo kept > ${own}/note`,
        'echo gone > "$TMPDIR/note"; cat "$TMPDIR/note"; echo "$TMPDIR"',
        'echo x > /dev/null; head -c 1 /dev/urandom > /dev/null; (: < /dev/ptmx)',
        'echo z > /dev/shm/z; cat <<X\nheard\nX',
      ].join(' && ')
      const told = await conduct([own], ['sh', '-c', script], user)
      expect(told).toEqual({ confinement: 'read-only', said: 'gone\n/dev/tmp\nheard\n', troubles: '' })
      expect(existsSync(join(own, 'note'))).toBe(true)
    })

    test('disks, settings of the system and services that write for others are out of reach', async () => {
      const script = [
        'find /dev/ -type b -print; [ -e /dev/mem ] && echo memory',
        '[ -w /proc/sys/vm/drop_caches ] && echo settings',
        'mknod "$TMPDIR/disk" b 1 1 2> /dev/null && echo made',
        '[ -S /run/docker.sock ] && echo docker; [ -S /run/dbus/system_bus_socket ] && echo bus',
        'grep -E "^(NoNewPrivs)" /proc/1/status',
      ].join('; ')
      const told = await conduct([], ['sh', '-c', script], user)
      expect(told.said).toBe('NoNewPrivs:\t1\n')
    })
  },
)

function hostile(): readonly string[] {
  return [
    'sh',
    join(sources, 'writes.sh'),
    ...['worktree', 'checkout', 'home'].map((name) => join(folder, name)),
  ]
}

async function conduct(
  writable: readonly string[] | null,
  argv: readonly string[],
  user: 'ourselves' | 'nobody',
): Promise<Told> {
  if (user === 'nobody') await giveTo(NOBODY)
  if (isRoot) await chmod(join(folder, 'home', 'helper'), 0o4755)
  const asUser = ['setpriv', `--reuid=${NOBODY}`, `--regid=${NOBODY}`, '--clear-groups']
  const script = [join(sources, 'conductor.js'), JSON.stringify({ folder, argv, writable })]
  const [program, ...rest] =
    user === 'nobody' ? ['env', ...asUser, process.execPath, ...script] : [process.execPath, ...script]
  const { stdout } = await promisify(execFile)(program, rest, { cwd: folder })
  return JSON.parse(stdout) as Told
}

async function giveTo(user: number): Promise<void> {
  for (const path of ['', 'worktree', 'worktree/file', 'checkout', 'home', 'home/own', 'state']) {
    await chown(join(folder, path), user, user)
  }
}
