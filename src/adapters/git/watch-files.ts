import { lstat, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FileWatch, WrittenFile } from '../../kernel/ports/workspaces.ts'
import { translateFileErrors, whenGone } from './file-errors.ts'
import type { GitContext } from './git-context.ts'
import type { Worktree } from './open-worktree.ts'
import { worktreePlace } from './restore-files.ts'

/** Our own copy of the index as it was, written anew for every look: what lies in the worktree is not believed. */
const SEEN = 'tutti.seen'
const AT_ONCE = 64

const DIFF = ['diff', '--no-ext-diff', '--name-only', '-z', '--ignore-submodules=dirty']

/**
 * Watches files by size, inode and the time of the last change, which nobody but the system can set. So one that was
 * written and put back is seen too, and where nothing was written neither git is asked nor any content read.
 */
export async function watchFiles(context: GitContext, worktree: Worktree): Promise<FileWatch> {
  const indexFile = join(worktree.gitDir, SEEN)
  const place = { ...worktreePlace(worktree), indexFile }
  let seen = await readIndex(join(worktree.gitDir, 'index'))
  const list = async (args: readonly string[]): Promise<readonly string[]> =>
    (await context.git(place, args)).stdout.split('\0').filter((path) => path !== '')
  const withIndex = <T>(look: () => Promise<T>): Promise<T> =>
    context.effect('look at files', async () => {
      await writeFile(indexFile, seen.bytes)
      await utimes(indexFile, seen.seconds, seen.seconds)
      try {
        return await look()
      } finally {
        await rm(indexFile, { force: true })
      }
    })
  const paths = await withIndex(() => list(['ls-files', '-z', '--cached']))
  let marks = await marksOf(worktree.path, paths)
  const touched = async (): Promise<readonly string[]> => {
    const now = await marksOf(worktree.path, paths)
    return paths.filter((_, index) => now[index] !== marks[index])
  }
  const putBack = async (): Promise<void> => {
    const written = await touched()
    if (written.length === 0) return
    await withIndex(async () => {
      const input = written.map((path) => `${path}\0`).join('')
      await context.git(place, ['checkout-index', '--force', '-z', '--stdin'], { input })
      await context.git(place, ['update-index', '-q', '--refresh'], { accept: [1] })
      seen = await readIndex(indexFile)
    })
    marks = await marksOf(worktree.path, paths)
  }
  const written = async (): Promise<readonly WrittenFile[]> => {
    for (const folder of [worktree.path, worktree.gitDir]) {
      if ((await stat(folder).catch(whenGone(null))) === null) return [{ path: '.', as: 'other' }]
    }
    const found = await touched()
    if (found.length === 0) return []
    const other = new Set(await withIndex(() => list(DIFF)))
    return found.map((path) => ({ path, as: other.has(path) ? 'other' : 'same' }))
  }
  return { putBack: () => translateFileErrors(putBack), written: () => translateFileErrors(written) }
}

/** Git reads a file again whose time is not older than its index's: a copy must not be younger. */
async function readIndex(file: string): Promise<{ readonly bytes: Uint8Array; readonly seconds: number }> {
  const bytes = await readFile(file)
  return { bytes, seconds: Math.floor((await stat(file)).mtimeMs / 1000) }
}

async function marksOf(root: string, paths: readonly string[]): Promise<readonly string[]> {
  const marks: string[] = []
  for (let start = 0; start < paths.length; start += AT_ONCE) {
    const some = paths.slice(start, start + AT_ONCE)
    marks.push(...(await Promise.all(some.map((path) => markOf(join(root, path))))))
  }
  return marks
}

/** A submodule is a folder, whose times change with every file in it. */
async function markOf(path: string): Promise<string> {
  const found = await lstat(path, { bigint: true }).catch(whenGone(null))
  if (found === null) return 'gone'
  if (found.isDirectory()) return 'folder'
  return `${found.mode} ${found.size} ${found.ino} ${found.ctimeNs}`
}
