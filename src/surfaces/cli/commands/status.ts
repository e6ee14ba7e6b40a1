import { openTutti } from '../../../host/application.ts'
import { makeSense } from '../../../protocol/make-sense.ts'
import { teamCheck } from '../../../protocol/team-check.ts'
import { jsonText } from '../json-text.ts'
import { markOthers } from '../render-others-run.ts'
import type { Terminal } from '../terminal.ts'

/** Where a run stands, in a few lines or as the whole view for machines. */
export async function statusCommand(
  terminal: Terminal,
  wanted: string | undefined,
  { json }: { readonly json: boolean },
): Promise<number> {
  const stored = await openTutti(terminal).see(wanted)
  const { run, events, isOwn, view, holder } = stored
  const check = makeSense(isOwn, run, () => teamCheck(events))
  markOthers(terminal, isOwn, run)
  if (json) {
    terminal.out(jsonText({ ...view, isOwn, holder, ...(check === null ? {} : { team: check }) }, 2))
    return 0
  }
  const { renderStatus } = await import('../render-status.ts')
  for (const line of makeSense(isOwn, run, () => renderStatus(stored, terminal))) terminal.out(line)
  if (check === null) return 0
  const { renderTeamCheck } = await import('../render-team-check.ts')
  for (const line of renderTeamCheck(check)) terminal.out(line)
  return 0
}
