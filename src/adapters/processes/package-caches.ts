import { createHash } from 'node:crypto'
import { lstatSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { realOf } from './real-of.ts'
import type { CopySight, Sight } from './view.ts'
import { holdsAnyOf } from './view.ts'

/** Filled by package managers, which look there first. */
const CACHES = [
  '.npm',
  '.cache/pip',
  '.cache/uv',
  '.cache/go-build',
  '.cache/yarn',
  '.cache/pnpm',
  '.cache/deno',
  '.cache/node',
  '.cache/pypoetry',
  '.cache/pdm',
  '.cache/pipenv',
  '.cache/ccache',
  '.cache/sccache',
  '.cache/bazel',
  '.cache/composer',
  '.cargo/registry',
  '.cargo/git',
  'go/pkg',
  '.m2/repository',
  '.m2/wrapper',
  '.gradle/caches',
  '.gradle/wrapper',
  '.gradle/native',
  '.local/share/pnpm',
  '.bun/install/cache',
  '.yarn/berry',
  '.nuget/packages',
  '.bundle/cache',
  '.ivy2/cache',
  '.sbt/boot',
]

/** Filled by whoever prepared the place; the workspaces' adapter keeps them with what was prepared, and leads there. */
const PREPARED = 'prepared'
const FRESH = 'caches'
/** Holds all that nothing lies below, so that they need one mount together. */
const PLAIN = 'plain'
const PLAIN_IN_HOME = '.tutti-caches'
/** What would mean something else in a table of mounts, or in their options. */
const UNSPEAKABLE = /[\s,:"'\\#]/

/**
 * Caches of a home as they were found: what is written to them stays in `box`, and what an earlier preparation wrote
 * there lies in between.
 */
export function cacheSights(home: string, box: string, kept: readonly string[]): readonly Sight[] {
  const plain = join(home, PLAIN_IN_HOME)
  const copies = CACHES.map((name): CopySight => {
    const path = join(home, name)
    const own = nameInBox(home, name)
    const earlier = [join(box, PREPARED, PLAIN, own), join(box, PREPARED, own, 'upper')].filter(isOwnFolder)
    const lowers = [...earlier, path]
      .flatMap((each) => realOf(each) ?? [])
      .filter((each) => isFilled(each) && !holdsAnyOf(each, kept))
    const folder = join(box, FRESH, own)
    return { kind: 'copy', path, lowers, folder, plain: join(plain, own) }
  })
  return [{ kind: 'write', path: plain, from: join(box, FRESH, PLAIN) }, ...copies]
}

/** Whoever wrote there may have put a link to something else in its place. */
function isOwnFolder(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false })?.isDirectory() === true
}

function isFilled(folder: string): boolean {
  try {
    return readdirSync(folder).length > 0
  } catch {
    return false
  }
}

/** What stands in a box for something in a home: there may be two homes, the one that is set and the user's own. */
export function nameInBox(home: string, name: string): string {
  const mark = createHash('sha256').update(home).digest('hex').slice(0, 8)
  return `${name.replaceAll(/[^\w-]/g, '_')}-${mark}`
}

/** Whether it has to be mounted before it can be shown. */
function isLayered({ lowers, folder }: CopySight): boolean {
  return lowers.length > 0 && ![folder, ...lowers].some((path) => UNSPEAKABLE.test(path))
}

/** What is to be bound in place of a cache; `null` where a link to its plain folder stands there. */
export function boundAt(sight: CopySight, mayMount: boolean): string | null {
  return mayMount && isLayered(sight) ? join(sight.folder, 'seen') : null
}

/** Makes the folders of copies; gives the table of what is to be mounted, or `null` for nothing. */
export function layCopies(sights: readonly Sight[], box: string, launch: string): string | null {
  const copies = sights.filter((sight) => sight.kind === 'copy')
  if (copies.length === 0) return null
  const make = (path: string): string => {
    mkdirSync(path, { recursive: true, mode: 0o700 })
    return path
  }
  makeIn(make(join(box, FRESH, PLAIN)), new Set(copies.map(({ plain }) => basename(plain))))
  const layered = copies.filter(isLayered)
  if (layered.length === 0) return null
  const scratch = make(workOf(box, launch))
  const isRoot = process.getuid?.() === 0
  const lines = layered.map(({ lowers, folder }, at) => {
    const upper = make(join(folder, 'upper'))
    const work = make(join(scratch, String(at)))
    // Nothing waits for the disk when it is taken away again; what a crash of the machine spoils is a copy of a cache.
    const layers = `lowerdir=${lowers.join(':')},upperdir=${upper},workdir=${work},volatile`
    return `overlay ${make(join(folder, 'seen'))} overlay ${isRoot ? '' : 'userxattr,'}${layers} 0 0\n`
  })
  const table = join(scratch, 'table')
  writeFileSync(table, lines.join(''), { mode: 0o600 })
  return table
}

/** Whatever has such a name already is left as it is, and no link is followed. */
function makeIn(folder: string, names: ReadonlySet<string>): void {
  const taken = new Set(readdirSync(folder))
  for (const name of names) if (!taken.has(name)) mkdirSync(join(folder, name), { mode: 0o700 })
}

/** What the system needs to write to copies is kept in a box under this name as long as somebody does. */
export function workName(launch: string): string {
  return `work-${launch}`
}

function workOf(box: string, launch: string): string {
  return join(box, workName(launch))
}
