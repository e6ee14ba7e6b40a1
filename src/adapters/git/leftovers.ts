import { lstat, readdir, rmdir } from 'node:fs/promises'
import { join } from 'node:path'
import { deliveryFile } from './delivery-intent.ts'
import { whenGone } from './file-errors.ts'
import type { GitContext } from './git-context.ts'
import { sharedPlace } from './git-context.ts'
import { guardsFolder } from './guard-store.ts'
import { discardRun } from './open-worktree.ts'
import { indexesFolder } from './overlay-files.ts'
import { isAside } from '../places/set-aside.ts'
import { readPlaces } from './place-records.ts'
import { removeState } from './remove-state.ts'
import { runRefPrefix } from './run-refs.ts'
import { safeName } from './safe-name.ts'
import { tracesFolder } from './traced-pushes.ts'
import { registrationsBelow } from './worktree-registry.ts'

/** What a run still holds of the disk and of the repository. */
export interface RunLeftovers {
  /** The run's id, as far as it is safe in file names. */
  readonly run: string
  readonly worktrees: readonly { readonly path: string; readonly bytes: number }[]
  readonly refs: readonly string[]
  /** How many worktrees git knows of. */
  readonly registrations: number
}

export async function listLeftovers(context: GitContext): Promise<readonly RunLeftovers[]> {
  const registered = await registrationsBelow(context.commonDir, context.worktreesRoot)
  const refs = await listRefs(context, 'refs/tutti/')
  const folders = await listRunFolders(context)
  const registeredBy = groupBy(
    registered,
    ({ path }) => path.slice(context.worktreesRoot.length + 1).split('/')[0],
  )
  const refsBy = groupBy(refs, (ref) => ref.split('/')[2])
  const runs = new Set([...folders, ...registeredBy.keys(), ...refsBy.keys()])
  return Promise.all(
    [...runs].toSorted().map(async (run) => {
      const folder = join(context.worktreesRoot, run)
      const names = await readdir(folder).catch(whenGone<string[]>([]))
      const worktrees = names.map(async (name) => ({
        path: join(folder, name),
        bytes: await sizeOf(join(folder, name)),
      }))
      return {
        run,
        worktrees: await Promise.all(worktrees),
        refs: (refsBy.get(run) ?? []).filter((ref) => ref.startsWith(`refs/tutti/${run}/`)),
        registrations: (registeredBy.get(run) ?? []).filter(({ path }) => path.startsWith(`${folder}/`))
          .length,
      }
    }),
  )
}

function groupBy<T>(
  all: readonly T[],
  keyOf: (one: T) => string | undefined,
): ReadonlyMap<string, readonly T[]> {
  const groups = new Map<string, T[]>()
  for (const one of all) {
    const key = keyOf(one)
    if (key === undefined) continue
    const group = groups.get(key)
    if (group === undefined) groups.set(key, [one])
    else group.push(one)
  }
  return groups
}

/** Folders of runs, by what was written down when they were made; one that is empty is nobody's loss. */
async function listRunFolders(context: GitContext): Promise<readonly string[]> {
  const found: string[] = []
  for (const name of await readdir(context.worktreesRoot).catch(whenGone<string[]>([]))) {
    const isEmpty = async (): Promise<boolean> =>
      (await readdir(join(context.worktreesRoot, name)).catch(() => ['unknown'])).length === 0
    if (!isAside(name) && ((await readPlaces(context, name)) !== null || (await isEmpty()))) found.push(name)
  }
  return found
}

/** Removes everything that is kept of a run, its commits included. Contract: nobody plays the run now. */
export async function pruneRun(context: GitContext, run: string): Promise<void> {
  await discardRun(context, run)
  const refs = await listRefs(context, runRefPrefix(run))
  if (refs.length > 0) {
    const input = refs.map((ref) => `delete ${ref}\0\0`).join('')
    await context.effect('git update-ref', () =>
      context.git(sharedPlace(context), ['update-ref', '--stdin', '-z'], { input }),
    )
  }
  await context.effect('remove guards', async () => {
    await removeState(context, guardsFolder(context, run))
    await removeState(context, deliveryFile(context, run))
    await removeState(context, indexesFolder(context, run))
    await removeState(context, join(context.stateFolder, 'agents', `${safeName(run)}.gitconfig`))
    await removeState(context, tracesFolder(context, run))
    await rmdir(join(context.commonDir, 'refs', 'tutti')).catch(() => {})
  })
}

async function listRefs(context: GitContext, prefix: string): Promise<readonly string[]> {
  const { stdout } = await context.git(sharedPlace(context), ['for-each-ref', '--format=%(refname)', prefix])
  return stdout.split('\n').filter((ref) => ref !== '')
}

async function sizeOf(path: string): Promise<number> {
  const state = await lstat(path).catch(whenGone(null))
  if (state === null) return 0
  if (!state.isDirectory()) return state.size
  let bytes = 0
  for (const name of await readdir(path).catch(() => [])) bytes += await sizeOf(join(path, name))
  return bytes
}
