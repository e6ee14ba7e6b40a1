import type { Tutti } from '../../../host/application.ts'
import { openTutti } from '../../../host/application.ts'
import { hasEnded } from '../../../protocol/has-ended.ts'
import type { RunStatus } from '../../../protocol/run-view.ts'
import { authorAt } from '../author.ts'
import { conductInTerminal } from '../conduct-in-terminal.ts'
import { exitStatus } from '../exit-status.ts'
import { resumeInTerminal, settleTrust } from '../settle-needs.ts'
import type { Terminal } from '../terminal.ts'
import { watchRun } from './watch.ts'

/** Cancels a run for good: what is under way ends, workspaces are removed, and the journal says so. */
export async function cancelCommand(
  terminal: Terminal,
  wanted: string | undefined,
  { json }: { readonly json: boolean },
): Promise<number> {
  const tutti = openTutti(terminal)
  const { run, isOwn } = await tutti.events(wanted)
  const prepared = isOwn ? null : await tutti.resume({ run, isCancelled: true })
  if (prepared?.kind === 'needs-run-trust') await settleTrust(terminal, tutti, prepared, json)
  const { told } = await tutti.tell(run, { type: 'cancel' }, authorAt(terminal))
  if (told === 'to-the-playing-process') await watchRun(terminal, tutti, run, { json, past: 'hidden' })
  const { view } = await tutti.see(run)
  const status = hasEnded(view) ? statusOf(view.status) : await cancelHere(terminal, tutti, run, json)
  if (status === exitStatus.ok && !json) {
    terminal.err(`  Everything it started has ended and its worktrees are removed; its journal stays.`)
  }
  return status
}

/** The run may have reached its end just before it could be cancelled. */
function statusOf(status: RunStatus): number {
  return status === 'cancelled' ? exitStatus.ok : exitStatus.failed
}

/** Plays what nobody plays: a run that is to be cancelled only cleans up. */
async function cancelHere(terminal: Terminal, tutti: Tutti, run: string, json: boolean): Promise<number> {
  const ready = await resumeInTerminal(terminal, tutti, { run, isCancelled: true }, json)
  if (ready.kind === 'ended') return statusOf(ready.view.status)
  const options = { json, yes: false, wait: false, takeOver: false }
  const status = await conductInTerminal(terminal, ready, options)
  return status === exitStatus.cancelled ? exitStatus.ok : status
}
