import type { OthersRun } from '../../host/trust-run.ts'
import { oneLine } from '../../kernel/plain-text.ts'
import type { Paint, Terminal } from './terminal.ts'

const MOST_SHOWN = 40

/** What a run that was written elsewhere would do here, for a person who is to decide on it. */
export function renderOthersRun({ run, commands }: OthersRun, paint: Paint): readonly string[] {
  const lines = commands.map(({ key, what }) => `  ${oneLine(key, 60).padEnd(18)} ${oneLine(what, 300)}`)
  const more = lines.length - MOST_SHOWN
  return [
    paint('bold', `${oneLine(run)} was not written on this machine by this user. Resumed, it would use:`),
    ...lines.slice(0, MOST_SHOWN),
    ...(more > 0 ? [`  and ${more} more: tutti trust --show --run ${oneLine(run)} --json`] : []),
    `  What it says of itself: tutti show ${oneLine(run)}`,
  ]
}

/** Says of what is shown that it may not be believed. */
export function markOthers(terminal: Terminal, isOwn: boolean, run: string): void {
  if (isOwn) return
  const text = `Not written on this machine by this user: nothing that ${oneLine(run)} says of itself is proven.`
  terminal.err(terminal.paint('yellow', text))
}
