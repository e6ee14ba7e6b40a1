import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { realOf } from './real-of.ts'
import type { WorkspaceGit } from './surroundings.ts'
import type { Sight } from './view.ts'
import { readText, withoutSecrets } from './without-secrets.ts'

const SHARED_OBJECTS = '.tutti-objects'
const SHOWN = ['lfs', 'modules']
const COPIED = ['HEAD', 'shallow', 'info/exclude', 'info/attributes', 'info/grafts']
const PAST = 'objects-'
/** Of the user's refs; what keeps the work of runs is nobody's business in there. */
const OURS = 'refs/tutti/'

/**
 * A git directory for one launch in place of the one that all worktrees share: settings, refs and objects can be
 * read, and what is written stays in `folder`. Contract: `folder` is new, so that nothing in it was put there by
 * whom it confines.
 */
export function gitSights(
  { commonDir, gitDir }: WorkspaceGit,
  box: string,
  launch: string,
): readonly Sight[] {
  const folder = skeletonOf(box, launch)
  const put = (name: string, text: string): void => {
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    writeFileSync(join(folder, name), text)
  }
  for (const name of COPIED) {
    const text = readText(join(commonDir, name))
    if (text !== null) put(name, text)
  }
  put('config', withoutSecrets(readText(join(commonDir, 'config')) ?? ''))
  put('packed-refs', readRefs(commonDir))
  const past = earlierObjects(box).map((from, at) => ({
    from,
    path: join(commonDir, `${SHARED_OBJECTS}-${at}`),
  }))
  const alternates = [join(commonDir, SHARED_OBJECTS), ...past.map(({ path }) => path)]
  put('objects/info/alternates', alternates.map((path) => `${path}\n`).join(''))
  // Git makes the others itself when it needs them.
  mkdirSync(join(folder, 'refs'))
  const shown = SHOWN.map((name) => join(commonDir, name))
  return [
    { kind: 'write', path: commonDir, from: folder },
    { kind: 'read', path: join(commonDir, SHARED_OBJECTS), from: join(commonDir, 'objects') },
    ...borrowed(join(commonDir, 'objects')).map((path): Sight => ({
      kind: 'read',
      path,
      from: realOf(path) ?? path,
    })),
    ...past.map(({ path, from }): Sight => ({ kind: 'read', path, from })),
    ...shown.map((path): Sight => ({ kind: 'read', path, from: path })),
    { kind: 'write', path: gitDir, from: gitDir },
  ]
}

/** Folders of objects that a repository has from others, as a clone with a reference does; git follows five in a row. */
function borrowed(objects: string, depth = 5): readonly string[] {
  const lines = (readText(join(objects, 'info/alternates')) ?? '').split('\n')
  const named = lines
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => resolve(objects, line))
  const found = named.filter((path) => existsSync(join(path, 'pack')))
  return depth === 0 ? [] : found.flatMap((path) => [path, ...borrowed(path, depth - 1)])
}

export function skeletonOf(box: string, launch: string): string {
  return join(box, `git-${launch}`)
}

/** Where objects stay that a launch made. */
export function pastObjects(box: string, launch: string): string {
  return join(box, `${PAST}${launch}`)
}

/** Only of those that have ended: whoever still writes there could put a link to something else in their place. */
function earlierObjects(box: string): readonly string[] {
  if (!existsSync(box)) return []
  const found = readdirSync(box, { withFileTypes: true })
  return found
    .filter((entry) => entry.isDirectory() && entry.name.startsWith(PAST))
    .map(({ name }) => join(box, name))
}

function readRefs(commonDir: string): string {
  const packed = (readText(join(commonDir, 'packed-refs')) ?? '').split('\n')
  const refs = new Map<string, string>()
  for (const line of packed) {
    const [hash = '', name = ''] = line.split(' ')
    if (/^[0-9a-f]{40,64}$/.test(hash)) refs.set(name, hash)
  }
  for (const name of looseRefs(commonDir, 'refs')) {
    const hash = readText(join(commonDir, name))?.trim() ?? ''
    if (/^[0-9a-f]{40,64}$/.test(hash)) refs.set(name, hash)
  }
  const shown = [...refs].filter(([name]) => !name.startsWith(OURS))
  return shown.map(([name, hash]) => `${hash} ${name}\n`).join('')
}

function looseRefs(commonDir: string, folder: string): readonly string[] {
  if (`${folder}/` === OURS) return []
  try {
    return readdirSync(join(commonDir, folder), { withFileTypes: true }).flatMap((entry) => {
      const name = `${folder}/${entry.name}`
      return entry.isDirectory() ? looseRefs(commonDir, name) : entry.isFile() ? [name] : []
    })
  } catch {
    return []
  }
}
