import { userInfo } from 'node:os'
import { openHost } from '../../../host/host.ts'
import { recordedPrograms } from '../../../host/recorded-programs.ts'
import { findRun, readEvents, readRun } from '../../../host/run-store.ts'
import { requestCancel } from '../../../host/tell-run.ts'
import { RunFailure } from '../../../kernel/failure.ts'
import { hasEnded } from '../../../protocol/has-ended.ts'
import { conductInTerminal } from '../conduct-in-terminal.ts'
import { exitStatus } from '../exit-status.ts'
import type { Terminal } from '../terminal.ts'
import { watchCommand } from './watch.ts'

/** Cancels a run for good: what is under way ends, workspaces are removed, and the journal says so. */
export async function cancelCommand(
  terminal: Terminal,
  wanted: string | undefined,
  { json }: { readonly json: boolean },
): Promise<number> {
  const { cwd, environment } = terminal
  const host = await openHost({ cwd, environment, flags: [] })
  const run = await findRun(host.locations, wanted)
  const { view } = await readRun(host.locations, run)
  if (hasEnded(view)) {
    throw new RunFailure({
      code: 'bad-input',
      message: `${run} has ended (${view.status}); there is nothing to cancel.`,
    })
  }
  const told = await requestCancel(host.locations, run, userInfo().username)
  if (told === 'to-the-playing-process') {
    await watchCommand(terminal, run, { json })
    return exitStatus.ok
  }
  const past = await readEvents(host.locations, run)
  const what = {
    run,
    start: null,
    programs: await recordedPrograms(host.locations, run),
    past,
    command: `tutti cancel ${run}`,
  }
  const status = await conductInTerminal(terminal, host, what, {
    json,
    yes: false,
    wait: false,
    takeOver: false,
  })
  return status === exitStatus.cancelled ? exitStatus.ok : status
}
