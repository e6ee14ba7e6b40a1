import { lstat, mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { RunFailure } from '../../kernel/failure.ts'
import type { GitContext } from './git-context.ts'
import { runFolder, sharedPlace } from './git-context.ts'
import { whenGone } from './file-errors.ts'
import { removeFolder } from './remove-folder.ts'
import type { Registration } from './worktree-registry.ts'
import { ownerReason, registrationsAt, registrationsBelow, removeRegistration } from './worktree-registry.ts'

/** A detached worktree of ours, named by its own git directory and never by what its `.git` file says. */
export interface Worktree {
  readonly path: string
  readonly gitDir: string
  /** Whether it has just been made, and so holds no files yet. */
  readonly fresh: boolean
}

/** Finds the worktree at `path`, or makes it; what a crash left half made is removed and made again. */
export function ensureWorktree(context: GitContext, path: string, commit: string): Promise<Worktree> {
  return context.serially(async () => {
    const found = await findWorktree(context, path)
    if (found !== null) return found
    for (let tries = 1; ; tries += 1) {
      try {
        return await addWorktree(context, path, commit)
      } catch (error) {
        if (!(error instanceof RunFailure) || error.code !== 'workspace-failed') throw error
        // Git reads every registration, and another conductor may be making or removing one at this very moment.
        if (tries === TRIES) throw error
        await sleep(tries * PAUSE_MS)
      }
    }
  })
}

const TRIES = 5
const PAUSE_MS = 30

/** The worktree at `path` when git can work in it, with its `.git` file put right; otherwise `null`. */
export async function findWorktree(context: GitContext, path: string): Promise<Worktree | null> {
  const registrations = await registrationsAt(context.commonDir, path)
  const [only] = registrations
  if (only === undefined || registrations.length > 1) return null
  if (!(await isUsable(context, only, path))) return null
  await linkBack(context, only, path)
  return { path, gitDir: only.gitDir, fresh: false }
}

/** Removes folder and registration of the worktree at `path`, as much of them as there is. */
export async function discardWorktree(context: GitContext, path: string): Promise<void> {
  if (await isThere(path)) await context.effect('remove workspace', () => removeFolder(path))
  for (const registration of await registrationsAt(context.commonDir, path)) {
    await context.effect('git worktree-remove', () => removeRegistration(context.commonDir, registration))
  }
}

/** Removes every worktree of a run, and whatever else lies in the run's folder. */
export function discardRun(context: GitContext, run: string): Promise<void> {
  return context.serially(async () => {
    const folder = runFolder(context, run)
    await context.effect('remove workspace', () => removeFolder(folder))
    for (const registration of await registrationsBelow(context.commonDir, folder)) {
      await context.effect('git worktree-remove', () => removeRegistration(context.commonDir, registration))
    }
  })
}

async function addWorktree(context: GitContext, path: string, commit: string): Promise<Worktree> {
  await discardWorktree(context, path)
  const lock = ['--lock', '--reason', ownerReason(path)]
  const add = ['worktree', 'add', '--detach', '--no-checkout', ...lock, path, commit]
  await context.effect('git worktree-add', async () => {
    await mkdir(dirname(path), { recursive: true })
    await context.git(sharedPlace(context), add)
  })
  const [made] = await registrationsAt(context.commonDir, path)
  if (made === undefined) throw new Error(`git worktree add left no registration of ${path}`)
  return { path, gitDir: made.gitDir, fresh: true }
}

async function isThere(path: string): Promise<boolean> {
  return (await lstat(path).catch(whenGone(null))) !== null
}

/** Whether folder and registration are both there and git has written all of the latter. */
async function isUsable(context: GitContext, { gitDir }: Registration, path: string): Promise<boolean> {
  const folder = await stat(path).catch(whenGone(null))
  const head = await readFile(join(gitDir, 'HEAD'), 'utf8').catch(whenGone(''))
  const shared = await readFile(join(gitDir, 'commondir'), 'utf8').catch(whenGone(''))
  if (!folder?.isDirectory() || !/^(ref: refs\/|[0-9a-f]{40})/.test(head)) return false
  return shared !== '' && resolve(gitDir, shared.trimEnd()) === context.commonDir
}

/** An agent may have replaced the `.git` file by a repository of its own. */
async function linkBack(context: GitContext, registration: Registration, path: string): Promise<void> {
  const file = join(path, '.git')
  const wanted = `gitdir: ${registration.gitDir}\n`
  const present = await readFile(file, 'utf8').catch(() => null)
  if (present === wanted) return
  await context.effect('link workspace', async () => {
    await rm(file, { recursive: true, force: true })
    await writeFile(file, wanted)
  })
}
