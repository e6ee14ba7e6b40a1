import { setTimeout as sleep } from 'node:timers/promises'
import { toRunFailure } from '../kernel/failure.ts'
import type { RunLock, RunLockRequest } from './run-lock.ts'
import { takeRunLock } from './run-lock.ts'

const PATIENCE_MS = 2_000
const LOOK_EVERY_MS = 50

/** Takes the lock of a run; whoever only tells the run something holds it for a moment, and is waited for. */
export async function awaitRunLock(request: RunLockRequest): Promise<RunLock> {
  const giveUpAt = performance.now() + PATIENCE_MS
  for (;;) {
    try {
      return await takeRunLock(request)
    } catch (thrown) {
      if (toRunFailure(thrown).code !== 'run-held' || performance.now() > giveUpAt) throw thrown
      await sleep(LOOK_EVERY_MS)
    }
  }
}
