import { setTimeout as sleep } from 'node:timers/promises'
import { openRunStore } from '../../../host/open-run-store.ts'
import { findRun, makeSense, readRun, seeEvents } from '../../../host/run-store.ts'
import type { Locations } from '../../../host/locations.ts'
import { authorAt } from '../author.ts'
import { exitStatus } from '../exit-status.ts'
import { markOthers } from '../render-others-run.ts'
import { RunFollower } from '../follow-run.ts'
import { renderSummary } from '../render-summary.ts'
import type { Terminal } from '../terminal.ts'

const LOOK_MS = 200

export interface WatchOptions {
  readonly json: boolean
  /** Whether what happened before is told first. */
  readonly past: 'told' | 'hidden'
}

/** Follows a run that another process plays, until it ends or nobody plays it any more. */
export async function watchCommand(
  terminal: Terminal,
  wanted: string | undefined,
  { json }: { readonly json: boolean },
): Promise<number> {
  const locations = await openRunStore(terminal.cwd, terminal.environment)
  await followRun(terminal, locations, await findRun(locations, wanted), { json, past: 'told' })
  return exitStatus.ok
}

export async function followRun(
  terminal: Terminal,
  locations: Locations,
  run: string,
  { json, past }: WatchOptions,
): Promise<void> {
  const follower = new RunFollower({
    terminal,
    json,
    author: authorAt(terminal),
    sayHowToAnswer: past === 'told',
  })
  let seen = 0
  try {
    for (;;) {
      const { holder } = await readRun(locations, run)
      const { events, isOwn } = await seeEvents(locations, run)
      if (seen === 0) markOthers(terminal, isOwn, run)
      makeSense(isOwn, run, () => {
        if (seen === 0 && past === 'hidden') follower.recall(events)
        else for (const event of events.slice(seen)) follower.take(event)
      })
      seen = events.length
      const open = follower.view.questions.filter(({ answer }) => answer === null)
      follower.waiting(open.map(({ id }) => id))
      if (holder === null) break
      await sleep(LOOK_MS)
    }
  } finally {
    await follower.stop()
  }
  if (json) return
  for (const line of renderSummary(follower.view, terminal.paint)) terminal.err(line)
}
