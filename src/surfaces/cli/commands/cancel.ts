import { playbookFilesOf, playbookOfRun } from '../../../host/choose-playbook.ts'
import type { Host } from '../../../host/host.ts'
import { openHost } from '../../../host/host.ts'
import { recordedPrograms } from '../../../host/recorded-programs.ts'
import { findRun, readEvents, readRun } from '../../../host/run-store.ts'
import { requestCancel } from '../../../host/tell-run.ts'
import { RunFailure } from '../../../kernel/failure.ts'
import { hasEnded } from '../../../protocol/has-ended.ts'
import type { RunStatus } from '../../../protocol/run-view.ts'
import { authorAt } from '../author.ts'
import { conductInTerminal } from '../conduct-in-terminal.ts'
import { exitStatus } from '../exit-status.ts'
import { requireOwnRun } from '../require-own-run.ts'
import { requireTrust } from '../require-trust.ts'
import type { Terminal } from '../terminal.ts'
import { followRun } from './watch.ts'

/** Cancels a run for good: what is under way ends, workspaces are removed, and the journal says so. */
export async function cancelCommand(
  terminal: Terminal,
  wanted: string | undefined,
  { json }: { readonly json: boolean },
): Promise<number> {
  const { cwd, environment } = terminal
  const host = await openHost({ cwd, environment, flags: [] })
  const run = await findRun(host.locations, wanted)
  await requireOwnRun(terminal, host.locations, run, json)
  const { view } = await readRun(host.locations, run)
  if (hasEnded(view)) {
    throw new RunFailure({
      code: 'bad-input',
      message: `${run} has ended (${view.status}); there is nothing to cancel.`,
    })
  }
  const told = await requestCancel(host.locations, run, authorAt(terminal))
  if (told === 'to-the-playing-process')
    await followRun(terminal, host.locations, run, { json, past: 'hidden' })
  const { view: now } = await readRun(host.locations, run)
  const status = hasEnded(now) ? statusOf(now.status) : await cancelHere(terminal, host, run, json)
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
async function cancelHere(terminal: Terminal, host: Host, run: string, json: boolean): Promise<number> {
  const past = await readEvents(host.locations, run)
  const files = playbookFilesOf(past)
  if (files.length > 0) await requireTrust(terminal, host, json, files)
  const programs = await recordedPrograms(host.locations, run)
  const playbook = await playbookOfRun(past, host.locations.repository.root)
  const what = { run, start: null, playbook, programs, past, command: `tutti cancel ${run}` }
  const options = { json, yes: false, wait: false, takeOver: false }
  const status = await conductInTerminal(terminal, host, what, options)
  return status === exitStatus.cancelled ? exitStatus.ok : status
}
