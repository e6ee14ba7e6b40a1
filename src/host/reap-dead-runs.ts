import { createProcesses } from '../adapters/processes/create-processes.ts'
import { identifySelf } from '../adapters/processes/process-identity.ts'
import { plainEffect } from '../kernel/ports/effect.ts'
import { toRunFailure } from '../kernel/failure.ts'
import { refuseLedElsewhere } from './keep-to-own-folders.ts'
import { listFolders } from './list-folders.ts'
import type { Locations } from './locations.ts'
import { runFolder } from './locations.ts'
import { runMarker } from './run-marker.ts'
import { takeRunLock } from './run-lock.ts'

export interface ReapedFromRun {
  readonly run: string
  readonly pid: number
  readonly label: string
}

/** Ends what interrupted runs of this repository left at work; runs that somebody plays are left alone. */
export async function reapDeadRuns(locations: Locations): Promise<readonly ReapedFromRun[]> {
  refuseLedElsewhere(locations)
  const reaped: ReapedFromRun[] = []
  for (const run of await listFolders(locations.runs)) {
    const { root: folder, ledger: ledgerFile } = runFolder(locations, run)
    try {
      const lock = await takeRunLock({
        folder,
        self: identifySelf(),
        command: 'reaping',
        takeOver: false,
        effect: plainEffect,
      })
      const marker = runMarker(locations, run)
      const processes = createProcesses({ ledgerFile, marker, effect: plainEffect, takeOver: false })
      try {
        for (const process of await processes.reap()) reaped.push({ run, ...process })
      } finally {
        await lock.release()
      }
    } catch (thrown) {
      if (toRunFailure(thrown).code !== 'run-held') throw thrown
    }
  }
  return reaped
}
