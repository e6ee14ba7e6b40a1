import type { Tutti } from '../../../host/application.ts'
import { openTutti } from '../../../host/application.ts'
import { makeSense } from '../../../protocol/make-sense.ts'
import { authorAt } from '../author.ts'
import { exitStatus } from '../exit-status.ts'
import { RunFollower } from '../follow-run.ts'
import { markOthers } from '../render-others-run.ts'
import { renderSummary } from '../render-summary.ts'
import type { Terminal } from '../terminal.ts'

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
  await watchRun(terminal, openTutti(terminal), wanted, { json, past: 'told' })
  return exitStatus.ok
}

export async function watchRun(
  terminal: Terminal,
  tutti: Tutti,
  wanted: string | undefined,
  { json, past }: WatchOptions,
): Promise<void> {
  const { run, looks } = await tutti.follow(wanted)
  const follower = new RunFollower({
    terminal,
    json,
    author: authorAt(terminal),
    sayHowToAnswer: past === 'told',
  })
  let isFirst = true
  try {
    for await (const { events, isOwn } of looks) {
      if (isFirst) markOthers(terminal, isOwn, run)
      makeSense(isOwn, run, () => {
        if (isFirst && past === 'hidden') follower.recall(events)
        else for (const event of events) follower.take(event)
      })
      isFirst = false
      const open = follower.view.questions.filter(({ answer }) => answer === null)
      follower.waiting(open.map(({ id }) => id))
    }
  } finally {
    await follower.stop()
  }
  if (json) return
  for (const line of renderSummary(follower.view, terminal.paint)) terminal.err(line)
}
