import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync } from 'node:fs'
import { dirname } from 'node:path'
import type { Folder } from '../places/folder-handle.ts'

/** Two folders, each where nobody outside can put anything in its place. */
export interface Pinned {
  readonly files: string
  readonly git: string
}

/** A mount namespace of our own. Git is told of folders by paths alone; in there a path cannot come to mean another one. */
export interface PrivateView {
  /** What a command is started with, to be started in there. */
  readonly command: readonly string[]
  /** File descriptors that it must inherit from number 3 on. */
  readonly descriptors: readonly number[]
  /** Shows both folders in there; `null` when one does not stand where it was found any more. */
  pin(files: Folder, git: Folder): Promise<Pinned | null>
  /** Makes a folder in there, once for each: with these files, and with links to what lies elsewhere. */
  keep(name: string, content: () => Promise<KeptFolder>): Promise<string | null>
}

export interface KeptFolder {
  readonly files: Readonly<Record<string, string>>
  readonly links: readonly string[]
}

/** What may be covered in there, because git has no business in it. */
const COVERABLE = ['/mnt', '/media', '/srv', '/boot']
const START_MS = 5000
const APART = 'unshare'

let only: Promise<PrivateView | null> | null = null

/** The view of this process, made when it is first needed; `null` where the system allows none. It ends with us. */
export function privateView(used: readonly string[]): Promise<PrivateView | null> {
  only ??= openView(used).catch(() => null)
  return only
}

const HOLD = String.raw`mount -t tmpfs -o mode=700 tutti "$1" && printf ready && exec cat`
const PIN = String.raw`
set -e
pin() {
  cd -P -- "$1"
  [ "$(stat -c '%i %d' .)" = "$2" ] || exit 9
  mkdir -p -- "$3"
  mount -c --bind . "$3"
}
pin "$1" "$2" "$3"
pin "$4" "$5" "$6"
ln -sfn -- "$7/lfs" "$8/lfs"
`

const KEEP = String.raw`
set -e
mkdir -- "$1"
cd -- "$1"
shift
while [ "$1" != -- ]; do
  mkdir -p -- "$(dirname -- "$1")"
  printf %s "$2" > "$1"
  shift 2
done
shift
for target; do ln -s -- "$target" .; done
`

async function openView(used: readonly string[]): Promise<PrivateView | null> {
  const base = COVERABLE.find((path) => isFree(path, used))
  if (process.platform !== 'linux' || base === undefined) return null
  const isRoot = process.getuid?.() === 0
  const options = [...(isRoot ? [] : ['--user', '--map-root-user']), '--mount', '--propagation', 'slave']
  const holder = spawn(APART, [...options, 'sh', '-c', HOLD, 'sh', base], {
    stdio: ['pipe', 'pipe', 'ignore'],
    cwd: '/',
    timeout: START_MS,
  })
  holder.stdin.on('error', () => {})
  const ended = once(holder, 'close').catch(() => null)
  const ready = await Promise.race([once(holder.stdout, 'data').catch(() => null), ended.then(() => null)])
  if (ready === null || holder.pid === undefined) return null
  // The namespace lives as long as somebody has it open: nothing else has to go on running for it.
  const descriptors = (isRoot ? ['mnt'] : ['mnt', 'user']).map((name) =>
    openSync(`/proc/${holder.pid}/ns/${name}`, 'r'),
  )
  holder.stdin.end()
  await ended
  const mount = ['nsenter', '--mount=/proc/self/fd/3']
  const command = isRoot ? mount : [...mount, '--user=/proc/self/fd/4', '--preserve-credentials']
  const view = viewOf(base, command, descriptors)
  if (await canEnter(view)) return view
  for (const descriptor of descriptors) closeSync(descriptor)
  return null
}

function viewOf(base: string, command: readonly string[], descriptors: readonly number[]): PrivateView {
  const pinned = new Map<string, Promise<Pinned | null>>()
  const kept = new Map<string, Promise<string | null>>()
  const keep = async (path: string, content: () => Promise<KeptFolder>): Promise<string | null> => {
    const { files, links } = await content()
    const args = [path, ...Object.entries(files).flat(), '--', ...links]
    return (await runIn({ command, descriptors }, ['sh', '-c', KEEP, 'sh', ...args])) === 0 ? path : null
  }
  const pin = async (key: string, files: Folder, git: Folder): Promise<Pinned | null> => {
    const place = `${base}/${pinned.size}-${process.pid}`
    // Below the same paths as outside, because a submodule and its folder name each other by relative ones.
    const made: Pinned = { files: `${place}${files.path}`, git: `${place}${git.path}` }
    const told = ({ path, mark, device }: Folder): readonly string[] => [
      path,
      `${mark.split(' ')[0]} ${device}`,
    ]
    // Git LFS knows where its objects are by the way from a worktree's git directory to what all share, and by no variable.
    const shared = [git.path, made.git].map((path) => dirname(dirname(path)))
    const places = [...told(files), made.files, ...told(git), made.git, ...shared]
    const code = await runIn({ command, descriptors }, ['sh', '-c', PIN, 'sh', ...places])
    if (code === 0) return made
    pinned.delete(key)
    return null
  }
  return {
    command,
    descriptors,
    keep: (name, content) => {
      const made = kept.get(name) ?? keep(`${base}/kept-${kept.size}-${process.pid}`, content)
      kept.set(name, made)
      return made
    },
    pin: (files, git) => {
      const key = `${files.device} ${files.mark} ${git.device} ${git.mark}`
      const known = pinned.get(key)
      if (known !== undefined) return known
      const made = pin(key, files, git)
      pinned.set(key, made)
      return made
    },
  }
}

async function canEnter(view: Pick<PrivateView, 'command' | 'descriptors'>): Promise<boolean> {
  return (await runIn(view, ['true'])) === 0
}

async function runIn(
  { command, descriptors }: Pick<PrivateView, 'command' | 'descriptors'>,
  args: readonly string[],
): Promise<number | null> {
  const [program = '', ...options] = command
  const child = spawn(program, [...options, '--', ...args], {
    stdio: ['ignore', 'ignore', 'ignore', ...descriptors],
    cwd: '/',
    timeout: START_MS,
  })
  const [code] = (await once(child, 'close').catch(() => [null])) as [number | null]
  return code
}

function isFree(path: string, used: readonly string[]): boolean {
  return used.every((each) => each !== path && !each.startsWith(`${path}/`))
}
