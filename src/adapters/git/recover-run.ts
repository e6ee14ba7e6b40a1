import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { unlockAdvance } from './advance-intent.ts'
import { unlockDelivery } from './delivery-intent.ts'
import { endLeftChildren } from './end-left-children.ts'
import { whenGone } from './file-errors.ts'
import type { GitContext } from './git-context.ts'
import { runFolder } from './git-context.ts'
import { removeUnbornRegistrations } from './remove-unborn-registrations.ts'
import { removeLocks } from './restore-files.ts'
import { runRefPrefix } from './run-refs.ts'
import { registrationsBelow, removeRegistration, removeWaste } from './worktree-registry.ts'

/** Ends git children of a dead conductor, then removes the locks and registrations that only they can have left. */
export async function recoverRun(context: GitContext, run: string): Promise<void> {
  await endLeftChildren(context.marker, context.effect)
  await unlockDelivery(context, run)
  await unlockAdvance(context, run)
  await context.effect('remove waste', () => removeWaste(context.commonDir))
  await removeUnbornRegistrations(context, run)
  for (const registration of await registrationsBelow(context.commonDir, runFolder(context, run))) {
    const folder = await stat(registration.path).catch(whenGone(null))
    if (folder === null)
      await context.effect('git worktree-remove', () => removeRegistration(context.commonDir, registration))
    else await removeLocks(context, registration.gitDir)
  }
  const refs = join(context.commonDir, runRefPrefix(run))
  for (const name of await readdir(refs, { recursive: true }).catch(whenGone<string[]>([]))) {
    if (name.endsWith('.lock'))
      await context.effect('remove lock', () => rm(join(refs, name), { force: true }))
  }
}
