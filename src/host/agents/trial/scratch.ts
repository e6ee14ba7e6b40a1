import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { promisify } from 'node:util'

/** Where an agent is tried: a repository of one commit, and a worktree of it as Tutti gives one to every agent. */
export interface Scratch {
  readonly folder: string
  readonly checkout: string
  readonly worktree: string
  /** A second worktree, for a second session. */
  readonly other: string
  /** The home that the agent gets, or the user's own. */
  readonly home: string
  /** What the agent finds as its folder for temporary files. */
  readonly temporary: string
  /** A word that is nowhere else, for names of files. */
  readonly word: string
  /** Puts a file into the fresh home. */
  writeHome(path: string, text: string): Promise<void>
  head(folder: string): Promise<string>
  /** Paths that git finds changed or new, ignored ones too. */
  changes(folder: string): Promise<readonly string[]>
  /** Makes the checkout and its worktrees as they were. */
  restore(): Promise<void>
  remove(): Promise<void>
}

/**
 * `home`: the user's own; `null`: a fresh one. `place`: the folder it is made in. Worktrees of runs are nowhere
 * below the system's temporary folder, where many an agent may write: neither is this.
 */
export async function makeScratch(home: string | null, place: string): Promise<Scratch> {
  await mkdir(place, { recursive: true })
  const folder = await realpath(await mkdtemp(join(place, 'tutti-try-')))
  const [checkout, worktree, other, temporary, fresh] = ['checkout', 'worktree', 'other', 'tmp', 'home'].map(
    (name) => join(folder, name),
  ) as [string, string, string, string, string]
  for (const each of [checkout, temporary, fresh]) await mkdir(each)
  await writeBelow(checkout, 'README.md', '# A project to try an agent on\n')
  await git(checkout, 'init', '--quiet', '--template=', '--initial-branch=main')
  await git(checkout, 'add', '--all')
  await git(checkout, ...AUTHOR, 'commit', '--quiet', '--no-verify', '--message', 'feat: a project')
  for (const each of [worktree, other]) await git(checkout, 'worktree', 'add', '--quiet', '--detach', each)
  const first = await git(checkout, 'rev-parse', 'HEAD')
  return {
    folder,
    checkout,
    worktree,
    other,
    home: home ?? fresh,
    temporary,
    word: basename(folder).replaceAll(/[^a-zA-Z0-9]/g, ''),
    writeHome: (path, text) => writeBelow(fresh, path, text),
    head: (at) => git(at, 'rev-parse', 'HEAD'),
    changes: async (at) => {
      const told = await git(at, 'status', '--porcelain', '--ignored', '--untracked-files=all')
      return told
        .split('\n')
        .filter((line) => line !== '')
        .map((line) => line.slice(3))
    },
    restore: async () => {
      for (const each of [checkout, worktree, other]) {
        await git(each, 'reset', '--quiet', '--hard', first)
        await git(each, 'clean', '--quiet', '-ffdx')
      }
    },
    remove: () => rm(folder, { recursive: true, force: true, maxRetries: 5 }),
  }
}

const AUTHOR = ['-c', 'user.name=Tutti', '-c', 'user.email=try@tutti.invalid', '-c', 'commit.gpgSign=false']

/** Without the user's own settings: what an agent is tried on is the same everywhere. */
async function git(folder: string, ...args: readonly string[]): Promise<string> {
  const env = { PATH: process.env['PATH'], GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_NOSYSTEM: '1' }
  const { stdout } = await promisify(execFile)('git', ['-C', folder, ...args], { env })
  return stdout.trimEnd()
}

async function writeBelow(folder: string, path: string, text: string): Promise<void> {
  await mkdir(dirname(join(folder, path)), { recursive: true })
  await writeFile(join(folder, path), text)
}
