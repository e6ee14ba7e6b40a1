import { lstat } from 'node:fs/promises'
import { join } from 'node:path'
import { unlockAdvance } from './advance-intent.ts'
import { unlockDelivery } from './delivery-intent.ts'
import { endLeftChildren } from './end-left-children.ts'
import { filesBefore } from './guard-store.ts'
import { closeAfter, openFolder } from '../places/folder-handle.ts'
import { listEntries } from '../places/walk-folders.ts'
import { whenGone } from './file-errors.ts'
import type { GitContext } from './git-context.ts'
import { runFolder } from './git-context.ts'
import { readPlaces } from './place-records.ts'
import { removeShared } from './remove-state.ts'
import { removeLocks } from './restore-files.ts'
import { runRefPrefix } from './run-refs.ts'
import { safeName } from './safe-name.ts'
import { tellAside } from './tell-aside.ts'
import { openRegistration, registrationsBelow, removeRegistration, removeWaste } from './worktree-registry.ts'

/** Ends git children of a dead conductor, then removes the locks and registrations that only they can have left. */
export async function recoverRun(context: GitContext, run: string): Promise<void> {
  await endLeftChildren(context.marker, context.effect)
  context.settled.filesBefore = await filesBefore(context, run)
  await unlockDelivery(context, run)
  await unlockAdvance(context, run)
  await context.effect('remove waste', () => removeWaste(context.commonDir))
  for (const registration of await registrationsBelow(context.commonDir, runFolder(context, run))) {
    const known = Object.values((await readPlaces(context, safeName(run)))?.worktrees ?? {})
    const mark = known.find((each) => each.registration === registration.name)?.gitDir
    if ((await lstat(registration.path).catch(whenGone(null))) === null) {
      await context.effect('git worktree-remove', async () => {
        const aside = await removeRegistration(context.commonDir, registration, mark)
        tellAside(context, safeName(run), registration.gitDir, aside)
      })
      continue
    }
    const git = mark === undefined ? null : await openRegistration(context.commonDir, registration.name, mark)
    await (git === null ? null : closeAfter(git, removeLocks(context, git)))
  }
  const refs = join(context.commonDir, runRefPrefix(run))
  const folder = await openFolder(refs)
  if (folder === null) return
  for (const { steps } of await closeAfter(folder, listEntries(folder))) {
    if (steps.at(-1)?.endsWith('.lock') === true)
      await context.effect('remove lock', () => removeShared(context, join(refs, ...steps)))
  }
}
