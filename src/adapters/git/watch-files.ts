import { lstat, open, utimes } from 'node:fs/promises'
import { constants } from 'node:fs'
import { join } from 'node:path'
import type { RunFailure } from '../../kernel/failure.ts'
import { removeEntry } from '../places/empty-folder.ts'
import type { Folder } from '../places/folder-handle.ts'
import { closeAfter } from '../places/folder-handle.ts'
import type { FileWatch, WrittenFile } from '../../kernel/ports/workspaces.ts'
import { translateFileErrors, whenGone } from './file-errors.ts'
import type { GitContext } from './git-context.ts'
import type { Worktree } from './open-worktree.ts'
import { withWorktree } from './open-worktree.ts'
import { worktreePlace } from './restore-files.ts'
import { watchMoves } from './watch-moves.ts'
import type { GitPlace } from './git-place.ts'

/** Our own copy of the index as it was, written anew for every look: what lies in the worktree is not believed. */
const SEEN = 'tutti.seen'
const AT_ONCE = 64
/** Ends each path that git lists. */
const END = Buffer.from([0])

const DIFF = ['diff', '--no-ext-diff', '--name-only', '-z', '--ignore-submodules=dirty']

/**
 * Watches files by size, inode and the time of the last change, which nobody but the system can set. So one that was
 * written and put back is seen too, and where nothing was written neither git is asked nor any content read. What lies
 * in a folder keeps all that when the folder is moved away and back, so folders are watched for that.
 */
export async function watchFiles(
  context: GitContext,
  path: string,
  gone: () => RunFailure,
): Promise<FileWatch> {
  const within = async <T>(act: (worktree: Worktree) => Promise<T>): Promise<T> => {
    const found = await withWorktree(context, path, async (worktree) => ({ is: await act(worktree) }))
    if (found === null) throw gone()
    return found.is
  }
  const begun = await within(async (worktree) => {
    const index = await readIndex(worktree.git, 'index')
    const list = (place: GitPlace) => listPaths(context, place, ['ls-files', '-z', '--cached'])
    const listed = await withIndex(context, worktree, index, list)
    const marked = await marksOf(worktree.files, listed)
    const other = (place: GitPlace) => listPaths(context, place, DIFF)
    // Somebody may have been quicker than we: what is watched has to be what was opened.
    const early = await withIndex(context, worktree, index, other)
    const isAsOpened = early.length === 0
    const seen = isAsOpened ? index : await restore(context, worktree, index, early)
    const marks = isAsOpened ? marked : await marksOf(worktree.files, listed)
    return { seen, paths: listed, marks, moves: watchMoves(worktree.files, listed.map(String)) }
  })
  const { paths, moves } = begun
  let { seen, marks } = begun
  const touchedIn = async ({ files }: Worktree): Promise<readonly Buffer[]> => {
    const now = await marksOf(files, paths)
    return paths.filter((_, index) => now[index] !== marks[index])
  }
  const putBack = (): Promise<void> =>
    within(async (worktree) => {
      const touched = await touchedIn(worktree)
      if (touched.length > 0) {
        seen = await restore(context, worktree, seen, touched)
        marks = await marksOf(worktree.files, paths)
      }
      await moves.forget()
    })
  const written = async (): Promise<readonly WrittenFile[]> => {
    const found = await withWorktree(context, path, async (worktree) => {
      const touched = await touchedIn(worktree)
      const moved = (await moves.seen()).map((path): WrittenFile => ({ path, as: 'same' }))
      if (touched.length === 0) return moved
      const list = (place: GitPlace) => listPaths(context, place, DIFF)
      const other = new Set((await withIndex(context, worktree, seen, list)).map(nameOf))
      const written = touched.map((each): WrittenFile => ({
        path: String(each),
        as: other.has(nameOf(each)) ? 'other' : 'same',
      }))
      return [...written, ...moved]
    })
    return found ?? [{ path: '.', as: 'other' }]
  }
  return {
    putBack: () => translateFileErrors(putBack),
    written: () => translateFileErrors(written),
    close: () => moves.close(),
  }
}

function restore(
  context: GitContext,
  worktree: Worktree,
  seen: SeenIndex,
  paths: readonly Buffer[],
): Promise<SeenIndex> {
  return withIndex(context, worktree, seen, async (place) => {
    const input = Buffer.concat(paths.flatMap((each) => [each, END]))
    await context.git(place, ['checkout-index', '--force', '-z', '--stdin'], { input })
    await context.git(place, ['update-index', '-q', '--refresh'], { accept: [1] })
    return readIndex(worktree.git, SEEN)
  })
}

function withIndex<T>(
  context: GitContext,
  worktree: Worktree,
  { bytes, seconds }: SeenIndex,
  look: (place: GitPlace) => Promise<T>,
): Promise<T> {
  const { git, gitDir } = worktree
  return context.effect('look at files', async () => {
    await removeEntry(git, SEEN)
    const handle = await open(git.at(SEEN), constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL)
    await closeAfter(handle, handle.writeFile(bytes))
    await utimes(git.at(SEEN), seconds, seconds)
    try {
      return await look({ ...worktreePlace(context, worktree), indexFile: join(gitDir, SEEN) })
    } finally {
      await removeEntry(git, SEEN)
    }
  })
}

async function listPaths(
  context: GitContext,
  place: GitPlace,
  args: readonly string[],
): Promise<readonly Buffer[]> {
  const { bytes } = await context.git(place, args)
  const paths: Buffer[] = []
  for (let from = 0, to = bytes.indexOf(END); to >= 0; from = to + 1, to = bytes.indexOf(END, from))
    paths.push(bytes.subarray(from, to))
  return paths
}

/** The bytes of a name, which need not be text, as something to compare. */
function nameOf(path: Buffer): string {
  return path.toString('latin1')
}

interface SeenIndex {
  readonly bytes: Uint8Array
  readonly seconds: number
}

/** Git reads a file again whose time is not older than its index's: a copy must not be younger. */
async function readIndex(git: Folder, name: string): Promise<SeenIndex> {
  const handle = await open(git.at(name), constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK)
  try {
    const seconds = Math.floor((await handle.stat()).mtimeMs / 1000)
    return { bytes: await handle.readFile(), seconds }
  } finally {
    await handle.close()
  }
}

async function marksOf(files: Folder, paths: readonly Buffer[]): Promise<readonly string[]> {
  const marks: string[] = []
  for (let start = 0; start < paths.length; start += AT_ONCE) {
    const some = paths.slice(start, start + AT_ONCE)
    marks.push(...(await Promise.all(some.map((path) => markOf(files.atBytes(path))))))
  }
  return marks
}

/** A submodule is a folder, whose times change with every file in it. */
async function markOf(path: Buffer): Promise<string> {
  const found = await lstat(path, { bigint: true }).catch(whenGone(null))
  if (found === null) return 'gone'
  if (found.isDirectory()) return 'folder'
  return `${found.mode} ${found.size} ${found.ino} ${found.ctimeNs}`
}
