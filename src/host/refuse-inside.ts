import { RunFailure } from '../kernel/failure.ts'
import { oneLine } from '../kernel/plain-text.ts'
import { conductedFrom } from './conducted-from.ts'
import type { Place } from './locations.ts'
import { keyFile } from './locations.ts'
import { openRunStore } from './open-run-store.ts'

/** Refuses what only a person may do, to an agent or a test of a run that this user's Tutti conducts. */
export async function refuseInside({ cwd, environment }: Place, what: string): Promise<void> {
  const locations = await openRunStore(cwd, environment).catch(() => null)
  const key = locations?.key ?? keyFile(environment)
  const marker = await conductedFrom(environment, { key, repository: locations?.repository ?? null })
  if (marker === null) return
  const run = oneLine(marker.slice(marker.lastIndexOf('#') + 1), 60)
  const message = `${what} is for people: this was called from inside the run ${run}, and no agent and no test may speak for a person.`
  throw new RunFailure({ code: 'needs-person', message })
}
