import { randomUUID } from 'node:crypto'
import { mkdir, readdir, readFile, rename, rm, rmdir } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { whenGone } from './file-errors.ts'

/** What git keeps about one linked worktree, under `<common dir>/worktrees/`. */
export interface Registration {
  readonly gitDir: string
  /** `null` for a half-made one that is not ours. */
  readonly path: string | null
}

const OWNER = 'tutti: '

/** The reason we lock a worktree with: the first thing git writes of it, so that even a half-made one is known as ours. */
export function ownerReason(path: string): string {
  return `${OWNER}${path}`
}

export async function listRegistrations(commonDir: string): Promise<readonly Registration[]> {
  const folder = join(commonDir, 'worktrees')
  const names = await readdir(folder).catch(whenGone<string[]>([]))
  return Promise.all(
    names.map(async (name) => {
      const gitDir = join(folder, name)
      return { gitDir, path: (await linkedPath(gitDir)) ?? (await ownedPath(gitDir)) }
    }),
  )
}

/** Our registrations of one workspace; more than one is what a crash can leave. */
export async function registrationsAt(commonDir: string, path: string): Promise<readonly Registration[]> {
  return (await listRegistrations(commonDir)).filter((one) => one.path === path)
}

/** Our registrations of every workspace below a folder. */
export async function registrationsBelow(
  commonDir: string,
  folder: string,
): Promise<readonly (Registration & { readonly path: string })[]> {
  const all = await listRegistrations(commonDir)
  return all.flatMap(({ gitDir, path }) => (path?.startsWith(`${folder}/`) ? [{ gitDir, path }] : []))
}

const WASTE = 'waste-'

/** At one stroke, because a half-removed one would no longer say whose it was. */
export async function removeRegistration(commonDir: string, { gitDir }: Registration): Promise<void> {
  const folder = join(commonDir, 'tutti')
  await mkdir(folder, { recursive: true })
  await rename(gitDir, join(folder, `${WASTE}${randomUUID()}`)).catch(whenGone(undefined))
  await removeWaste(commonDir)
  // As git does: the folder of registrations goes with the last one.
  await rmdir(dirname(gitDir)).catch(() => {})
}

/** Removes what was put aside, also by a conductor that was killed then. */
export async function removeWaste(commonDir: string): Promise<void> {
  const folder = join(commonDir, 'tutti')
  const names = await readdir(folder).catch(whenGone<string[]>([]))
  for (const name of names) {
    if (name.startsWith(WASTE)) await rm(join(folder, name), { recursive: true, force: true })
  }
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
  return (await readFile(file, 'utf8').catch(whenGone(''))).trimEnd()
}
