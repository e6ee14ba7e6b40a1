import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { checkCycles } from './architecture/check-cycles.ts'
import { checkBarrels, checkNames, checkSizes } from './architecture/check-files.ts'
import { checkPurity } from './architecture/check-purity.ts'
import { checkRemovals, findStaleAllowances } from './architecture/check-removals.ts'
import { checkRooms } from './architecture/check-rooms.ts'
import { checkSurfaces } from './architecture/check-surfaces.ts'
import { findImports } from './architecture/find-imports.ts'
import { renderRoomsTable } from './architecture/render-rooms-table.ts'
import { rooms } from './architecture/rooms.ts'
import { listRoomFiles, readSourceFiles } from './architecture/source-files.ts'

const root = join(import.meta.dirname, '..')
const files = await readSourceFiles(root)

describe('this project', () => {
  test('was really looked at', () => {
    expect(listRoomFiles(files).length).toBeGreaterThan(100)
    const imports = listRoomFiles(files).flatMap(([, source]) => findImports(source))
    expect(imports.length).toBeGreaterThan(200)
  })

  test.each([
    ['imports only what its rooms allow', checkRooms],
    ['has no time, chance or outside world in pure rooms', checkPurity],
    ['has no cycles', checkCycles],
    ['has no surface that plays or tells runs past the application', checkSurfaces],
    ['has no file that is too long', checkSizes],
    ['has no name that says nothing', checkNames],
    ['has no barrel but the public ones', checkBarrels],
    ['removes, moves and resets nothing by a path that an agent can lead elsewhere', checkRemovals],
    ['allows no such path without need', findStaleAllowances],
  ])('%s', (_what, check) => {
    expect(check(files)).toEqual([])
  })

  test('has rooms that import only from rooms above them', () => {
    for (const [index, room] of rooms.entries()) {
      const above = rooms.slice(0, index).map(({ name }) => name)
      expect(above).toEqual(expect.arrayContaining([...room.imports]))
    }
  })

  test('shows its rooms in ARCHITECTURE.md as they are', async () => {
    const document = await readFile(join(root, 'ARCHITECTURE.md'), 'utf8')
    const shown = /<!-- rooms:start -->\n+([\s\S]*?)\n+<!-- rooms:end -->/.exec(document)?.[1]
    expect(shown).toBe(renderRoomsTable())
  })
})

/** Each breach is planted in a project that is otherwise sound. */
function breachesOf(
  check: (planted: ReadonlyMap<string, string>) => readonly string[],
  path: string,
  source: string,
): readonly string[] {
  const sound: readonly [string, string][] = [
    ['src/kernel/event.ts', "import { z } from 'zod'\nexport const event = z.string()\n"],
    ['src/plan/plan.ts', "import type { Event } from '../kernel/event.ts'\nexport const at = new Date(0)\n"],
    ['src/adapters/git/run-git.ts', "import { spawn } from 'node:child_process'\nsetTimeout(spawn, 1)\n"],
    ['src/index.ts', "export { event } from './kernel/event.ts'\n"],
    [
      'src/plan/plan.test.ts',
      "import '../adapters/git/run-git.ts'\nimport '../../test/ports/git.suite.ts'\n",
    ],
  ]
  expect(check(new Map(sound))).toEqual([])
  return check(new Map([...sound, [path, source]]))
}

describe('a planted breach of the rooms is found:', () => {
  test.each([
    ['a room below', 'src/kernel/a.ts', "import { at } from '../plan/plan.ts'", 'src/plan/plan.ts'],
    ['a type of a room below', 'src/kernel/a.ts', "import type { A } from '../plan/plan.ts'", 'src/plan'],
    ['an export from it', 'src/kernel/a.ts', "export * from '../plan/plan.ts'", 'src/plan/plan.ts'],
    [
      'an import on several lines',
      'src/kernel/a.ts',
      "import {\n  at,\n} from '../plan/plan.ts'",
      'src/plan',
    ],
    ['an import for its effects', 'src/kernel/a.ts', "import '../plan/plan.ts'", 'src/plan/plan.ts'],
    ['a dynamic import', 'src/kernel/a.ts', "const a = await import('../plan/plan.ts')", 'src/plan/plan.ts'],
    ['a template import', 'src/kernel/a.ts', 'const a = await import(`../plan/plan.ts`)', 'src/plan/plan.ts'],
    ['an imported type', 'src/kernel/a.ts', "type A = import('../plan/plan.ts').A", 'src/plan/plan.ts'],
    ['a computed import', 'src/kernel/a.ts', 'await import(`../${name}.ts`)', 'something computed'],
    [
      'node in a pure room',
      'src/plan/a.ts',
      "import type { Stats } from 'node:fs'",
      'node:fs, but plan is pure',
    ],
    ['node without its prefix', 'src/adapters/git/a.ts', "import fs from 'fs'", 'write node:fs'],
    ['a package', 'src/plan/a.ts', "import { parse } from 'yaml'", 'the package yaml'],
    [
      'a part of a package',
      'src/plan/a.ts',
      "import { a } from '@scope/name/part'",
      'the package @scope/name',
    ],
    [
      'another adapter',
      'src/adapters/clock/a.ts',
      "import '../git/run-git.ts'",
      'may not import src/adapters/git',
    ],
    ['another agent', 'src/adapters/agents/acp/a.ts', "import '../scripted/b.ts'", 'agents/scripted'],
    ['a file outside src', 'src/host/a.ts', "import '../../test/a.ts'", 'test/a.ts, which is in no room'],
    ['a test', 'src/plan/a.ts', "import './plan.test.ts'", 'the test src/plan/plan.test.ts'],
    ['a folder without a room', 'src/extras/a.ts', 'export const a = 1', 'is in no room'],
    ['a file without a room', 'src/extra.ts', 'export const a = 1', 'is in no room'],
  ])('%s', (_what, path, source, message) => {
    expect(breachesOf(checkRooms, path, source)).toEqual([expect.stringContaining(message)])
  })

  test.each([
    ['conducts', "import { conduct } from '../../host/conduct.ts'"],
    ['prepares', "import {\n  prepareStart,\n} from '../../host/prepare-run.ts'"],
    ['writes to an inbox', "const { sendLetter } = await import('../../host/inbox.ts')"],
    ['reads journals', "export { readRun } from '../../host/run-store.ts'"],
  ])('a surface that %s by itself', (_what, source) => {
    const breaches = breachesOf(checkSurfaces, 'src/surfaces/cli/a.ts', source)
    expect(breaches).toEqual([expect.stringContaining('call openTutti instead')])
  })

  test('a surface that only names a type of theirs breaks nothing', () => {
    const source = "import type { ReadyRun } from '../../host/prepare-run.ts'\n"
    expect(breachesOf(checkSurfaces, 'src/surfaces/cli/a.ts', source)).toEqual([])
  })

  test('node in the browser', () => {
    const page = { ...rooms[0], name: 'page', folders: ['src/page'], purity: 'browser' as const }
    const planted = new Map([['src/page/a.ts', "import 'node:fs'"]])
    expect(checkRooms(planted, [{ holds: '', imports: [], packages: [], ...page }])).toHaveLength(1)
  })
})

describe('a planted breach of purity is found:', () => {
  test.each([
    ['process', 'const a = process.env.HOME'],
    ['process', 'const a = [...process.argv]'],
    ['process', 'const a = `${process.pid}`'],
    ['console', 'console.log(1)'],
    ['setTimeout', 'setTimeout(() => 1, 2)'],
    ['setInterval', 'const every = setInterval'],
    ['setImmediate', 'setImmediate(run)'],
    ['fetch', "await fetch('https://a')"],
    ['Buffer', "Buffer.from('')"],
    ['crypto', 'crypto.randomUUID()'],
    ['the present time', 'performance.now()'],
    ['globalThis', 'globalThis.a'],
    ['require', "require('a')"],
    ['the present time', 'const now = Date.now'],
    ['the present time', 'const now = new Date()'],
    ['the present time', 'const now = new Date'],
    ['the present time', 'const now = Date()'],
    ['randomness', 'Math.random()'],
    ['a timer', 'AbortSignal.timeout(5)'],
    ['import.meta', 'import.meta.url'],
  ])('%s in %s', (name, source) => {
    expect(breachesOf(checkPurity, 'src/kernel/a.ts', source)).toEqual([expect.stringMatching(` ${name}$`)])
    expect(breachesOf(checkPurity, 'src/host/a.ts', source)).toEqual([])
  })

  test('and what only looks like one is left alone', () => {
    const source = [
      '// process.env and /* Date.now() */',
      'const a = \'process.env\' + "console.log" + `Math.random()`',
      'const pattern = /["\'`]process.exit/g, ratio = a / b / c',
      'interface A { readonly process: string; fetch?: string }',
      'run.process(new Date(5), world.console, preprocess(a), processes)',
    ].join('\n')
    expect(breachesOf(checkPurity, 'src/kernel/a.ts', source)).toEqual([])
  })
})

describe('P11: a planted removal by a path is found:', () => {
  test.each([
    [
      "import { rm } from 'node:fs/promises'\nawait rm(path, { recursive: true })",
      'src/adapters/git/a.ts rm',
    ],
    ['rmSync(folder)', 'src/adapters/git/a.ts rm'],
    ['await rename(folder.at(name), elsewhere)', 'src/adapters/git/a.ts rename'],
    ["await cp(source, join(path, 'a'))", 'src/adapters/git/a.ts cp'],
    ["await context.git(place, ['clean', '-ffdq'])", 'src/adapters/git/a.ts git clean'],
  ])('%s', (source, found) => {
    expect(breachesOf(checkRemovals, 'src/adapters/git/a.ts', source)).toEqual([
      expect.stringContaining(found),
    ])
  })

  test('and what goes through an open folder is left alone', () => {
    const source =
      'await rename(one.at(name), other.at(name))\nawait unlink(folder.at(`${name}`))\nthis.rm(1)'
    expect(breachesOf(checkRemovals, 'src/adapters/git/a.ts', source)).toEqual([])
  })
})

describe('a planted breach of the files is found:', () => {
  test('300 lines are enough', () => {
    expect(breachesOf(checkSizes, 'test/a.ts', 'a\n'.repeat(300))).toEqual([])
    expect(breachesOf(checkSizes, 'test/a.ts', 'a\n'.repeat(301))).toEqual([
      'test/a.ts has 301 lines: at most 300',
    ])
  })

  test.each([
    'src/utils/a.ts',
    'src/kernel/types.ts',
    'src/core/a.ts',
    'src/kernel/run-manager.ts',
    'src/kernel/index.ts',
    'test/helpers/a.ts',
    'src/kernel/parseThing.ts',
    'src/Kernel/a.ts',
  ])('%s', (path) => {
    expect(breachesOf(checkNames, path, '')).toHaveLength(1)
  })

  test('a barrel', () => {
    const source = "const a = 1\nexport { a }\nexport type { B } from './event.ts'\n"
    expect(breachesOf(checkBarrels, 'src/kernel/a.ts', source)).toHaveLength(1)
    const none = "export { a }\nimport { b } from './event.ts'\nexport const c = 'export * from d'\n"
    expect(breachesOf(checkBarrels, 'src/kernel/a.ts', none)).toEqual([])
  })

  test('a cycle, even of types', () => {
    const planted = new Map([
      ['src/plan/a.ts', "import { b } from './b.ts'"],
      ['src/plan/b.ts', "import type { C } from './c.ts'"],
      ['src/plan/c.ts', "import { a } from './a.ts'"],
      ['src/plan/d.ts', "import { a } from './a.ts'"],
    ])
    expect(checkCycles(planted)).toEqual([
      'a cycle: src/plan/a.ts → src/plan/b.ts → src/plan/c.ts → src/plan/a.ts',
    ])
  })
})
