import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chmod, chown, copyFile, mkdir, mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { buildSources } from '../../../test/ports/build-sources.ts'
import { ISOLATION_LEVELS, isAtLeast } from '../../kernel/ports/isolation.ts'
import type { IsolationLevel } from '../../kernel/ports/isolation.ts'
import { findIsolation } from './find-isolation.ts'

/** Launches one program and tells what it said, and how far it was kept apart. */
const CONDUCTOR = `
import { createProcesses } from './src/adapters/processes/create-processes.js'
import { NO_SURROUNDINGS } from './src/adapters/processes/surroundings.js'
const { folder, argv, writable, level } = JSON.parse(process.argv[2])
const effect = (label, act) => act()
const ledgerFile = folder + '/state/ledger'
const isolation = { wanted: level, required: 'none' }
const surroundings = { ...NO_SURROUNDINGS, isolation, homes: [folder + '/home'], hidden: [folder + '/state'] }
const processes = createProcesses({ ledgerFile, marker: folder, effect, takeOver: false, surroundings })
const env = { PATH: process.env.PATH, HOME: folder + '/home', TMPDIR: folder + '/home' }
const cwd = folder + '/worktree'
const confined = { writable, readable: [folder + '/checkout', folder + '/worktree'] }
const launched = await processes.launch({ argv, cwd, env, label: 'hostile', confined })
let said = ''
for await (const chunk of launched.stdout) said += Buffer.from(chunk)
await launched.end(1000)
console.log(JSON.stringify({ confinement: launched.confinement, said, troubles: launched.stderrTail() }))
`

interface Told {
  readonly confinement: IsolationLevel
  readonly said: string
  readonly troubles: string
}

const NOBODY = 65_534
const isRoot = process.getuid?.() === 0
const WRITES = resolve(import.meta.dirname, '../../../test/ports/hostile-writes.sh')
const here = (await findIsolation()).level
const levels = ISOLATION_LEVELS.filter((level) => isAtLeast(here, level))
const users = isRoot ? (['ourselves', 'nobody'] as const) : (['ourselves'] as const)

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

describe.each(levels.flatMap((level) => users.map((user) => [level, user] as const)))(
  'P7: %s, as %s',
  (level, user) => {
    test('what is written outside comes to nothing, unless nothing is promised', async () => {
      const told = await conduct([], hostile(), user, level)
      expect(told.confinement).toBe(level)
      const wrote = [...told.said.matchAll(/^wrote: (.*)$/gm)].map(([, what]) => what)
      if (level === 'none') {
        expect(told.said).not.toContain('refused')
        expect(wrote).toHaveLength(15)
        return
      }
      // A home and a folder for temporary files of its own are nobody else's.
      expect(wrote).toEqual(level === 'sandbox' ? ['home', '/tmp'] : ['/tmp'])
      expect(await readdir(join(folder, 'worktree'))).toEqual(['file'])
      expect(await readdir(join(folder, 'checkout'))).toEqual([])
      expect((await readdir(join(folder, 'home'))).toSorted()).toEqual(['helper', 'own'])
    })

    test('the folders given, devices and a TMPDIR of its own can be written to, and a terminal be opened', async () => {
      const own = join(folder, 'home', 'own')
      const script = [
        `echo kept > ${own}/note`,
        'echo gone > "$TMPDIR/note"; cat "$TMPDIR/note"',
        'echo x > /dev/null; head -c 1 /dev/urandom > /dev/null; (: < /dev/ptmx)',
        'cat <<X\nheard\nX\nrm -f "$TMPDIR/note"',
      ].join(' && ')
      const told = await conduct([own], ['sh', '-c', script], user, level)
      expect(told).toEqual({ confinement: level, said: 'gone\nheard\n', troubles: '' })
      expect(existsSync(join(own, 'note'))).toBe(true)
    })

    test('a link that lies in one of these folders leads to nothing else, even where it may be written to itself', async () => {
      if (level === 'none') return
      const own = join(folder, 'home', 'own')
      const cache = join(own, 'cache')
      await symlink(join(folder, 'checkout'), cache)
      await conduct(
        [own, cache],
        ['sh', '-c', `touch ${folder}/checkout/hostile; touch ${cache}/hostile`],
        user,
        level,
      )
      expect(await readdir(join(folder, 'checkout'))).toEqual([])
    })

    test('state, disks, settings of the system and services that act for others are out of reach', async () => {
      const script = [
        `[ -e ${folder}/state/ledger ] && echo state`,
        '[ -n "$(find /dev/ -type b -print)" ] && echo disk; [ -e /dev/mem ] && echo memory',
        '[ -w /proc/sys/vm/drop_caches ] && (cat /proc/sys/vm/swappiness > /proc/sys/vm/swappiness) 2> /dev/null && echo settings',
        'mknod "$TMPDIR/disk" b 1 1 2> /dev/null && echo made; rm -f "$TMPDIR/disk"',
        '[ -S /run/docker.sock ] && echo docker; [ -S /run/dbus/system_bus_socket ] && echo bus',
        'grep -E "^(NoNewPrivs)" /proc/self/status',
      ].join('; ')
      const told = await conduct([], ['sh', '-c', script], user, level)
      if (level === 'none') expect(told.said).toContain('state')
      else expect(told.said).toBe('NoNewPrivs:\t1\n')
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
  writable: readonly string[],
  argv: readonly string[],
  user: 'ourselves' | 'nobody',
  level: IsolationLevel,
): Promise<Told> {
  if (user === 'nobody') await giveTo(NOBODY)
  if (isRoot) await chmod(join(folder, 'home', 'helper'), 0o4755)
  const asUser = ['setpriv', `--reuid=${NOBODY}`, `--regid=${NOBODY}`, '--clear-groups']
  const script = [join(sources, 'conductor.js'), JSON.stringify({ folder, argv, writable, level })]
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
