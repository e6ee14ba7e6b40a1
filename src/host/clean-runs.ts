import { removeEntry } from '../adapters/places/empty-folder.ts'
import { closeAfter, openFolder } from '../adapters/places/folder-handle.ts'
import { createProcesses } from '../adapters/processes/create-processes.ts'
import { identifySelf } from '../adapters/processes/process-identity.ts'
import { plainEffect } from '../kernel/ports/effect.ts'
import type { RunStatus } from '../protocol/run-view.ts'
import type { Host } from './host.ts'
import type { ListedRun, UnseenRun } from './list-runs.ts'
import { listRuns, lookAtRuns } from './list-runs.ts'
import { listFolders } from './list-folders.ts'
import { runFolder } from './locations.ts'
import { takeRunLock } from './run-lock.ts'
import { openGit } from './open-git.ts'
import { runMarker } from './run-marker.ts'
import { findSeals } from './seals.ts'

/** What one run still keeps, and whether it may go. */
export interface Keepsake {
  readonly run: string
  /** `never-started`: nothing but a folder or refs; `unreadable`: its journal is damaged. */
  readonly status: RunStatus | 'never-started' | 'unreadable'
  readonly isPlayed: boolean
  readonly worktrees: number
  readonly bytes: number
  readonly refs: number
  /** Ended, or never begun: nothing could be resumed. */
  readonly isOver: boolean
}

export async function listKeepsakes(host: Host): Promise<readonly Keepsake[]> {
  const leftovers = await (await openGit(host, 'clean')).leftovers()
  const keptBy = new Map(leftovers.map((each) => [each.run, each]))
  await findSeals(host.locations)
  const folders = await listFolders(host.locations.runs)
  const runs = [...new Set([...folders, ...keptBy.keys()])].toSorted()
  return (await lookAtRuns(host.locations, runs)).map((seen) => {
    const kept = keptBy.get(seen.run)
    const { status, isPlayed } = statusOf(seen)
    return {
      run: seen.run,
      status,
      isPlayed,
      worktrees: kept?.worktrees.length ?? 0,
      bytes: (kept?.worktrees ?? []).reduce((sum, { bytes }) => sum + bytes, 0),
      refs: kept?.refs.length ?? 0,
      isOver: ['completed', 'failed', 'cancelled', 'never-started'].includes(status),
    }
  })
}

/** Ends what runs left at work and removes their worktrees, refs and journals; refuses while somebody plays one. */
export async function cleanRuns(host: Host, runs: readonly string[]): Promise<void> {
  for (const run of runs) await cleanRun(host, run)
  // What was kept of them for lists goes with the next look.
  await listRuns(host.locations)
}

async function cleanRun(host: Host, run: string): Promise<void> {
  const { locations } = host
  const { root: folder, ledger: ledgerFile } = runFolder(locations, run)
  const lock = await takeRunLock({
    folder,
    self: identifySelf(),
    command: 'tutti clean',
    takeOver: false,
    effect: plainEffect,
  })
  try {
    const marker = runMarker(locations, run)
    await createProcesses({ ledgerFile, marker, effect: plainEffect, takeOver: false }).reap()
    const git = await openGit(host, run)
    await git.workspaces.recover(run)
    await git.pruneRun(run)
    await removeRun(locations.runs, run)
  } finally {
    await lock.release()
  }
}

/** A link in the place of the folder is removed, and what it leads to stays. */
async function removeRun(runs: string, run: string): Promise<void> {
  const folder = await openFolder(runs)
  if (folder !== null) await closeAfter(folder, removeEntry(folder, run))
}

function statusOf(seen: ListedRun | UnseenRun): Pick<Keepsake, 'status' | 'isPlayed'> {
  if (!('failure' in seen)) return { status: seen.view.status, isPlayed: seen.holder !== null }
  const { code } = seen.failure
  if (code === 'run-unknown') return { status: 'never-started', isPlayed: false }
  // A folder, a pipe or a link in the place of a journal is not ours either; the key was found good before.
  if (code === 'journal-corrupt' || code === 'journal-unwritable')
    return { status: 'unreadable', isPlayed: false }
  throw seen.failure
}
