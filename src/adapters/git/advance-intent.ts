import { readFile, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { AdvanceRequest } from '../../kernel/ports/repository.ts'
import { ABANDONED_MS } from './abandoned.ts'
import { whenGone } from './file-errors.ts'
import type { GitContext } from './git-context.ts'
import { removeState } from './remove-state.ts'
import { safeName } from './safe-name.ts'
import { writeDurably } from './write-durably.ts'

/** Says, durably and while the checkout is clean, that its branch is about to be moved. */
export async function noteAdvance(context: GitContext, request: AdvanceRequest): Promise<void> {
  await context.effect('note advance', () =>
    writeDurably(advanceFile(context, request.run), JSON.stringify(request)),
  )
}

export async function forgetAdvance(context: GitContext, run: string): Promise<void> {
  await context.effect('forget advance', () => removeState(context, advanceFile(context, run)))
}

/** Whether exactly this move was begun and not seen to its end. */
export async function wasBegun(context: GitContext, request: AdvanceRequest): Promise<boolean> {
  const noted = await readFile(advanceFile(context, request.run), 'utf8').catch(whenGone(null))
  return noted === JSON.stringify(request)
}

/** Removes the locks that a move left when it was killed. Contract: git children of the run have ended. */
export async function unlockAdvance(context: GitContext, run: string): Promise<void> {
  const noted = await readFile(advanceFile(context, run), 'utf8').catch(whenGone(null))
  if (noted === null) return
  const { branch } = JSON.parse(noted) as AdvanceRequest
  const locks = [
    join(context.gitDir, 'index.lock'),
    join(context.gitDir, 'HEAD.lock'),
    join(context.commonDir, `refs/heads/${branch}.lock`),
  ]
  const look = () => Promise.all(locks.map((lock) => stat(lock).catch(whenGone(null))))
  const before = await look()
  if (before.every((found) => found === null)) return
  await sleep(ABANDONED_MS)
  for (const [index, found] of (await look()).entries()) {
    const was = before[index]
    const lock = locks[index]
    if (!found || !was || lock === undefined || found.ino !== was.ino || found.mtimeMs !== was.mtimeMs)
      continue
    await context.effect('remove lock', () => rm(lock, { force: true }))
  }
}

function advanceFile(context: GitContext, run: string): string {
  return join(context.stateFolder, 'advances', safeName(run))
}
