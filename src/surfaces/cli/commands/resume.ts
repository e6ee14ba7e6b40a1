import { playbookFilesOf, playbookOfRun } from '../../../host/choose-playbook.ts'
import { openHost } from '../../../host/host.ts'
import { reapDeadRuns } from '../../../host/reap-dead-runs.ts'
import { recordedPrograms } from '../../../host/recorded-programs.ts'
import { findRun, readEvents } from '../../../host/run-store.ts'
import { hasEnded } from '../../../protocol/has-ended.ts'
import { viewRun } from '../../../protocol/view-run.ts'
import type { ConductOptions } from '../conduct-in-terminal.ts'
import { conductInTerminal } from '../conduct-in-terminal.ts'
import { exitStatus, statusOfFailure } from '../exit-status.ts'
import { jsonText } from '../json-text.ts'
import { requireOwnRun } from '../require-own-run.ts'
import { requireTrust } from '../require-trust.ts'
import { renderSummary } from '../render-summary.ts'
import type { Terminal } from '../terminal.ts'

/** Goes on with a run that was interrupted, paused or stopped; one that has ended is only shown. */
export async function resumeCommand(
  terminal: Terminal,
  wanted: string | undefined,
  flags: ConductOptions,
): Promise<number> {
  const { cwd, environment } = terminal
  const host = await openHost({ cwd, environment, flags: [] })
  const run = await findRun(host.locations, wanted)
  await requireOwnRun(terminal, host.locations, run, flags.json)
  const past = await readEvents(host.locations, run)
  const view = viewRun(past)
  if (hasEnded(view)) {
    // A kill between its last word and its end leaves a lock, and may leave processes.
    await reapDeadRuns(host.locations)
    if (flags.json)
      terminal.out(
        jsonText({
          type: 'outcome',
          run,
          status: view.status,
          result: view.result,
          failure: view.failure,
        }),
      )
    else
      for (const line of [
        ...renderSummary(view, terminal.paint),
        `  ${run} has ended; there is nothing to resume.`,
      ])
        terminal.err(line)
    if (view.status === 'completed') return exitStatus.ok
    return view.failure === null ? exitStatus.cancelled : statusOfFailure(view.failure.code)
  }
  await requireTrust(terminal, host, flags.json, playbookFilesOf(past))
  const programs = await recordedPrograms(host.locations, run)
  const playbook = await playbookOfRun(past, host.locations.repository.root)
  return conductInTerminal(
    terminal,
    host,
    { run, start: null, playbook, programs, past, command: `tutti resume ${run}` },
    flags,
  )
}
