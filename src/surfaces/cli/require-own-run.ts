import type { Locations } from '../../host/locations.ts'
import { refuseOthers } from '../../host/run-store.ts'
import { readOthersRun, trustRun } from '../../host/trust-run.ts'
import { RunFailure } from '../../kernel/failure.ts'
import { askYes } from './ask-yes.ts'
import { authorAt } from './author.ts'
import { renderOthersRun } from './render-others-run.ts'
import type { Terminal } from './terminal.ts'

/**
 * Sees to it that a run was written on this machine by this user, or that a person has taken it over. Contract: nothing
 * that its journal says may be started before this has returned.
 */
export async function requireOwnRun(
  terminal: Terminal,
  locations: Locations,
  run: string,
  json: boolean,
): Promise<void> {
  const others = await readOthersRun(locations, run)
  if (others === null) return
  if (json || !terminal.isInteractive) refuseOthers(false, run)
  for (const line of renderOthersRun(others, terminal.paint)) terminal.err(line)
  if (!(await askYes(terminal, 'Do you trust it with your machine?'))) {
    const message = `Nothing was started, because ${run} was not allowed. Look at it: ${terminal.self} show ${run}.`
    throw new RunFailure({ code: 'rejected', message })
  }
  await trustRun(locations, others, authorAt(terminal))
}
