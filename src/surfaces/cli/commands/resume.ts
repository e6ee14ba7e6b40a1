import { openTutti } from '../../../host/application.ts'
import type { RunView } from '../../../protocol/run-view.ts'
import type { ConductOptions } from '../conduct-in-terminal.ts'
import { conductInTerminal } from '../conduct-in-terminal.ts'
import { exitStatus, statusOfFailure } from '../exit-status.ts'
import { jsonText } from '../json-text.ts'
import { renderSummary } from '../render-summary.ts'
import { resumeInTerminal } from '../settle-needs.ts'
import type { Terminal } from '../terminal.ts'

/** Goes on with a run that was interrupted, paused or stopped; one that has ended is only shown. */
export async function resumeCommand(
  terminal: Terminal,
  run: string | undefined,
  flags: ConductOptions,
): Promise<number> {
  const request = run === undefined ? {} : { run }
  const ready = await resumeInTerminal(terminal, openTutti(terminal), request, flags.json)
  return ready.kind === 'ready'
    ? conductInTerminal(terminal, ready, flags)
    : showEnded(terminal, ready.view, flags.json)
}

function showEnded(terminal: Terminal, view: RunView, json: boolean): number {
  const { run, status, result, failure } = view
  if (json) terminal.out(jsonText({ type: 'outcome', run, status, result, failure }))
  else {
    for (const line of renderSummary(view, terminal.paint)) terminal.err(line)
    terminal.err(`  ${run} has ended; there is nothing to resume.`)
  }
  if (status === 'completed') return exitStatus.ok
  return failure === null ? exitStatus.cancelled : statusOfFailure(failure.code)
}
