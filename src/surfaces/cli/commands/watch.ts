import { setTimeout as sleep } from 'node:timers/promises'
import { openRunStore } from '../../../host/open-run-store.ts'
import { findRun, readEvents, readRun } from '../../../host/run-store.ts'
import { RunFollower } from '../follow-run.ts'
import { renderSummary } from '../render-summary.ts'
import type { Terminal } from '../terminal.ts'

const LOOK_MS = 200

/** Follows a run that another process plays, until it ends or nobody plays it any more. */
export async function watchCommand(
  terminal: Terminal,
  wanted: string | undefined,
  { json }: { readonly json: boolean },
): Promise<number> {
  const locations = await openRunStore(terminal.cwd, terminal.environment)
  const run = await findRun(locations, wanted)
  const follower = new RunFollower({ terminal, json, by: 'watcher', sayHowToAnswer: true })
  let seen = 0
  try {
    for (;;) {
      const { holder } = await readRun(locations, run)
      const events = await readEvents(locations, run)
      for (const event of events.slice(seen)) follower.take(event)
      seen = events.length
      const open = follower.view.questions.filter(({ answer }) => answer === null)
      follower.waiting(open.map(({ id }) => id))
      if (holder === null) break
      await sleep(LOOK_MS)
    }
  } finally {
    await follower.stop()
  }
  if (json) return 0
  for (const line of renderSummary(follower.view, terminal.paint)) terminal.err(line)
  return 0
}
