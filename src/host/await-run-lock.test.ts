import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { identifySelf } from '../adapters/processes/process-identity.ts'
import { plainEffect } from '../kernel/ports/effect.ts'
import { awaitRunLock } from './await-run-lock.ts'
import type { RunLockRequest } from './run-lock.ts'
import { takeRunLock } from './run-lock.ts'

let request: RunLockRequest
beforeEach(async () => {
  const folder = await mkdtemp(join(tmpdir(), 'tutti-lock-'))
  request = { folder, self: identifySelf(), command: 'tutti', takeOver: false, effect: plainEffect }
})
afterEach(() => rm(request.folder, { recursive: true }))

it('waits for a holder who lets go', async () => {
  const brief = await takeRunLock(request)
  const waiting = awaitRunLock(request)
  await expect(takeRunLock(request)).rejects.toMatchObject({ code: 'run-held' })
  await brief.release()
  await (await waiting).release()
})

it('gives up on a holder who stays', async () => {
  await takeRunLock(request)
  await expect(awaitRunLock(request)).rejects.toMatchObject({ code: 'run-held' })
})
