import { randomUUID } from 'node:crypto'
import { lstat, mkdir, readdir, rename, rmdir } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { RunFailure } from '../../kernel/failure.ts'
import { removeEntry, removeMarked } from '../places/empty-folder.ts'
import type { Folder } from '../places/folder-handle.ts'
import { closeAfter, openBelow, openFolder } from '../places/folder-handle.ts'
import { readSmallFile } from '../places/read-small-file.ts'
import { replaceFile } from '../places/replace-file.ts'
import { setAside } from '../places/set-aside.ts'
import { errorCode, whenGone } from './file-errors.ts'

/** What git keeps about one linked worktree, under `<common dir>/worktrees/`. */
export interface Registration {
  readonly gitDir: string
  readonly name: string
  /** `null` for a half-made one that is not ours. */
  readonly path: string | null
}

const OWNER = 'tutti: '
const BORN = 'born-'
const WASTE = 'waste-'
const TRIES = 10
const PAUSE_MS = 5

/** The reason we lock a worktree with, by which even a damaged one is known as ours. */
export function ownerReason(path: string): string {
  return `${OWNER}${path}`
}

export async function listRegistrations(commonDir: string): Promise<readonly Registration[]> {
  const folder = join(commonDir, 'worktrees')
  const names = await readdir(folder).catch(whenGone<string[]>([]))
  return Promise.all(
    names.map(async (name) => {
      const gitDir = join(folder, name)
      return { gitDir, name, path: (await linkedPath(gitDir)) ?? (await ownedPath(gitDir)) }
    }),
  )
}

/** Our registrations of one workspace; more than one is what somebody else made. */
export async function registrationsAt(commonDir: string, path: string): Promise<readonly Registration[]> {
  return (await listRegistrations(commonDir)).filter((one) => one.path === path)
}

/** Our registrations of every workspace below a folder. */
export async function registrationsBelow(
  commonDir: string,
  folder: string,
): Promise<readonly (Registration & { readonly path: string })[]> {
  const all = await listRegistrations(commonDir)
  return all.flatMap(({ gitDir, name, path }) =>
    path?.startsWith(`${folder}/`) ? [{ gitDir, name, path }] : [],
  )
}

/** Files that git needs to know a worktree by. */
export function registrationFiles(path: string, commit: string): Readonly<Record<string, string>> {
  return {
    commondir: '../..\n',
    gitdir: `${path}/.git\n`,
    locked: `${ownerReason(path)}\n`,
    HEAD: `${commit}\n`,
  }
}

type Tell = (made: { readonly gitDir: string; readonly registration: string }) => Promise<void>

/** Registers a worktree as git does, but at one stroke, and tells what was made before it counts. */
export async function addRegistration(
  commonDir: string,
  path: string,
  commit: string,
  tell: Tell,
): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await tryToAdd(commonDir, path, commit, tell)
    } catch (error) {
      // Another conductor may have taken the name, or removed the folder with its own last worktree.
      if (tries === TRIES || !['ENOTEMPTY', 'EEXIST', 'ENOENT'].includes(errorCode(error) ?? '')) throw error
      await sleep(tries * PAUSE_MS)
    }
  }
}

async function tryToAdd(commonDir: string, path: string, commit: string, tell: Tell): Promise<void> {
  const common = await openOwn(commonDir)
  const [own, worktrees] = [await makeBelow(common, 'tutti'), await makeBelow(common, 'worktrees')]
  try {
    const draft = `${BORN}${randomUUID()}`
    const born = await makeBelow(own, draft)
    try {
      for (const [name, content] of Object.entries(registrationFiles(path, commit)))
        await replaceFile(born, name, content)
      const name = await freeName(worktrees, path.slice(dirname(path).length + 1))
      await tell({ gitDir: born.mark, registration: name })
      await rename(own.at(draft), worktrees.at(name))
    } finally {
      await born.close()
    }
  } finally {
    for (const folder of [common, own, worktrees]) await folder.close()
  }
}

/** Opens the registration of that name when it is the one that we made. */
export async function openRegistration(
  commonDir: string,
  name: string,
  mark: string,
): Promise<Folder | null> {
  const common = await openOwn(commonDir)
  const worktrees = await closeAfter(common, openBelow(common, 'worktrees'))
  if (worktrees === null) return null
  const found = await closeAfter(worktrees, openBelow(worktrees, name, mark))
  if (found === null || found.mark === mark) return found
  await found.close()
  return null
}

/**
 * At one stroke, because a half-removed one would no longer say whose it was. One that is not what we made is moved
 * away, and its new place is told.
 */
export async function removeRegistration(
  commonDir: string,
  { name, gitDir }: Registration,
  mark: string | undefined,
): Promise<string | null> {
  const common = await openOwn(commonDir)
  try {
    const own = await makeBelow(common, 'tutti')
    const worktrees = await openBelow(common, 'worktrees')
    try {
      if (worktrees === null) return null
      const found = await openBelow(worktrees, name, mark)
      const isOurs = found?.mark === mark
      await found?.close()
      if (!isOurs) return await setAside(worktrees, name, own)
      const waste = `${WASTE}${randomUUID()}`
      await rename(worktrees.at(name), own.at(waste)).catch(whenGone(undefined))
      return (await removeMarked(own, waste, mark)) === 'foreign' ? join(own.path, waste) : null
    } finally {
      await worktrees?.close()
      await own.close()
      // As git does: the folder of registrations goes with the last one.
      await rmdir(dirname(gitDir)).catch(() => {})
    }
  } finally {
    await common.close()
  }
}

/** Removes what was being made or put away when a conductor was killed. */
export async function removeWaste(commonDir: string): Promise<void> {
  const own = await openFolder(join(commonDir, 'tutti'))
  if (own === null) return
  try {
    for (const name of await readdir(own.here)) {
      if (name.startsWith(WASTE) || name.startsWith(BORN)) await removeEntry(own, name)
    }
  } finally {
    await own.close()
  }
}

/** Git takes the folder's name, with a number behind it when that is taken. */
async function freeName(worktrees: Folder, wanted: string): Promise<string> {
  for (let number = 0; ; number += 1) {
    const name = number === 0 ? wanted : `${wanted}${number}`
    if ((await lstat(worktrees.at(name)).catch(whenGone(null))) === null) return name
  }
}

async function openOwn(path: string): Promise<Folder> {
  const folder = await openFolder(path)
  if (folder === null) throw inTheWay(path)
  return folder
}

/** The folder of that name, which is made where there is none. */
export async function makeBelow(parent: Folder, name: string): Promise<Folder> {
  await mkdir(parent.at(name)).catch((error: unknown) => {
    if (errorCode(error) !== 'EEXIST') throw error
  })
  const folder = await openBelow(parent, name)
  if (folder === null) throw inTheWay(join(parent.path, name))
  return folder
}

function inTheWay(path: string): RunFailure {
  const message = `${path} is no folder of ours but something else: move it away, then resume.`
  return new RunFailure({ code: 'workspace-failed', message })
}

async function linkedPath(gitDir: string): Promise<string | null> {
  const link = await readText(join(gitDir, 'gitdir'))
  return link === '' ? null : dirname(resolve(gitDir, link))
}

async function ownedPath(gitDir: string): Promise<string | null> {
  const reason = await readText(join(gitDir, 'locked'))
  return reason.startsWith(OWNER) ? reason.slice(OWNER.length) : null
}

async function readText(file: string): Promise<string> {
  return ((await readSmallFile(file)) ?? '').trimEnd()
}
