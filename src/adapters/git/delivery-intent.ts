import { readFile, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { ABANDONED_MS } from './abandoned.ts'
import { whenGone } from './file-errors.ts'
import type { GitContext } from './git-context.ts'
import { removeState } from './remove-state.ts'
import { safeName } from './safe-name.ts'
import { writeDurably } from './write-durably.ts'

export function deliveryFile(context: GitContext, run: string): string {
  return join(context.stateFolder, 'deliveries', safeName(run))
}

/** Says, durably, which branch is about to be made, so that a lock left on it is known as ours. */
export async function noteDelivery(context: GitContext, run: string, ref: string): Promise<void> {
  await context.effect('note delivery', () => writeDurably(deliveryFile(context, run), ref))
}

export async function forgetDelivery(context: GitContext, run: string): Promise<void> {
  await context.effect('forget delivery', () => removeState(context, deliveryFile(context, run)))
}

/** Removes the lock that a delivery left when it was killed. Contract: git children of the run have ended. */
export async function unlockDelivery(context: GitContext, run: string): Promise<void> {
  const ref = await readFile(deliveryFile(context, run), 'utf8').catch(whenGone(null))
  if (ref === null) return
  const lock = join(context.commonDir, `${ref}.lock`)
  const found = await stat(lock).catch(whenGone(null))
  if (found !== null) {
    await sleep(ABANDONED_MS)
    const still = await stat(lock).catch(whenGone(null))
    if (still?.ino === found.ino && still.mtimeMs === found.mtimeMs)
      await context.effect('remove lock', () => rm(lock, { force: true }))
  }
  await forgetDelivery(context, run)
}
