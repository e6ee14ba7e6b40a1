import { createHash } from 'node:crypto'
import { lstat, readdir, readFile, readlink } from 'node:fs/promises'
import { join } from 'node:path'
import { whenGone } from './file-errors.ts'
import type { GitContext } from './git-context.ts'
import { sharedPlace } from './git-context.ts'
import type { ReflogEntry } from './read-reflog.ts'
import { readReflog } from './read-reflog.ts'
import type { SharedFile, SharedFiles } from './shared-file.ts'

/** What all worktrees share and an agent has no business with. */
export interface SharedState {
  /** Object by ref name, or `ref: <name>` for a symbolic one. Without our own refs and those private to a worktree. */
  readonly refs: Readonly<Record<string, string>>
  /** Stashed commits, oldest first. */
  readonly stash: readonly string[]
  readonly files: SharedFiles
}

export interface SharedReading {
  readonly state: SharedState
  /** Of the files, by SHA-256. */
  readonly contents: ReadonlyMap<string, Uint8Array>
  readonly stashLog: readonly ReflogEntry[]
}

const SINGLE_FILES = [
  'config',
  'config.worktree',
  'info/attributes',
  'info/exclude',
  'info/grafts',
  'objects/info/alternates',
]
const NOT_SHARED = /^refs\/(tutti|bisect|worktree|rewritten)\/|^refs\/stash$/

export async function readSharedState(context: GitContext): Promise<SharedReading> {
  const files: Record<string, SharedFile> = {}
  const contents = new Map<string, Uint8Array>()
  const read = async (name: string): Promise<void> => {
    const path = join(context.commonDir, name)
    const found = await lstat(path).catch(whenGone(null))
    if (found?.isSymbolicLink()) files[name] = { kind: 'link', target: await readlink(path) }
    else if (found?.isDirectory()) {
      for (const below of (await readdir(path)).toSorted()) await read(`${name}/${below}`)
    } else if (found?.isFile()) {
      const content = await readFile(path)
      const sha256 = createHash('sha256').update(content).digest('hex')
      contents.set(sha256, content)
      files[name] = { kind: 'file', mode: found.mode & 0o777, sha256 }
    }
  }
  for (const name of [...SINGLE_FILES, 'hooks']) await read(name)
  const stashLog = await readReflog(context, 'refs/stash')
  const stash = stashLog.map((entry) => entry.after)
  return { state: { refs: await readRefs(context), stash, files }, contents, stashLog }
}

async function readRefs(context: GitContext): Promise<Record<string, string>> {
  const format = '--format=%(refname) %(objectname) %(symref)'
  const { stdout } = await context.git(sharedPlace(context), ['for-each-ref', format])
  const refs: Record<string, string> = {}
  for (const line of stdout.split('\n')) {
    const [name = '', object = '', symbolic = ''] = line.split(' ')
    if (name !== '' && !NOT_SHARED.test(name)) refs[name] = symbolic === '' ? object : `ref: ${symbolic}`
  }
  return refs
}
