import type { BigIntStats } from 'node:fs'
import { lstatSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { RunFailure } from '../kernel/failure.ts'
import type { Effect } from '../kernel/ports/effect.ts'
import type { Locations } from './locations.ts'
import { runFolder } from './locations.ts'

/**
 * Refuses a repository in which a link, or anything else that is no folder, stands where our own folders are: what
 * was written or removed there would be somebody else's.
 */
export function refuseLedElsewhere({ runs, worktrees }: Pick<Locations, 'runs' | 'worktrees'>): void {
  const state = dirname(runs)
  for (const path of [state, runs, join(state, 'git'), join(state, 'store'), worktrees]) {
    const found = look(path)
    if (found !== undefined && !found.isDirectory()) throw led(path)
  }
}

/** Lets nothing more happen once the folder of a run, or one above it, is not what it was. */
export function keepToOwnFolders(
  locations: Pick<Locations, 'runs' | 'worktrees'>,
  run: string,
  effect: Effect,
): Effect {
  const { root } = runFolder(locations, run)
  const before = look(root)
  return (label, act) =>
    effect(label, async () => {
      refuseLedElsewhere(locations)
      const now = look(root)
      if (now?.ino !== before?.ino || now?.birthtimeNs !== before?.birthtimeNs) throw led(root)
      return act()
    })
}

function look(path: string): BigIntStats | undefined {
  return lstatSync(path, { bigint: true, throwIfNoEntry: false })
}

function led(path: string): RunFailure {
  const message = `${path} is not the folder that Tutti made there, and nothing is written or removed through it: look who put it there, move it away, and put the folder back or begin anew.`
  return new RunFailure({ code: 'workspace-failed', message })
}
