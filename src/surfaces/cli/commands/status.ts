import { openRunStore } from '../../../host/open-run-store.ts'
import { findRun, makeSense, readRun, seeEvents } from '../../../host/run-store.ts'
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
  const locations = await openRunStore(terminal.cwd, terminal.environment)
  const run = await findRun(locations, wanted)
  const stored = await readRun(locations, run)
  const { events, isOwn } = await seeEvents(locations, run)
  const check = makeSense(isOwn, run, () => teamCheck(events))
  markOthers(terminal, isOwn, run)
  if (json) {
    terminal.out(
      jsonText(
        { ...stored.view, isOwn, holder: stored.holder, ...(check === null ? {} : { team: check }) },
        2,
      ),
    )
    return 0
  }
  const { renderStatus } = await import('../render-status.ts')
  for (const line of makeSense(isOwn, run, () => renderStatus(stored, terminal))) terminal.out(line)
  if (check === null) return 0
  const { renderTeamCheck } = await import('../render-team-check.ts')
  for (const line of renderTeamCheck(check)) terminal.out(line)
  return 0
}
