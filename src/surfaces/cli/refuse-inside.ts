import type { Command } from 'commander'
import { conductedFrom } from '../../host/conducted-from.ts'
import { keyFile } from '../../host/locations.ts'
import { openRunStore } from '../../host/open-run-store.ts'
import { RunFailure } from '../../kernel/failure.ts'
import { oneLine } from '../../kernel/plain-text.ts'
import type { Terminal } from './terminal.ts'

/** Commands that change no run and allow nothing: an agent and a test may look. */
const looking: ReadonlySet<string> = new Set([
  'status',
  'list',
  'show',
  'report',
  'watch',
  'doctor',
  'roles',
  'agents',
  'plan show',
  'plan lint',
  'policy show',
  'policy check',
  'simulate',
  'model',
])

/** Refuses a command that only a person may give, to an agent or a test of a run that this user's Tutti conducts. */
export async function refuseInside({ cwd, environment, self }: Terminal, action: Command): Promise<void> {
  const command = wordsOf(action)
  if (looking.has(command)) return
  const locations = await openRunStore(cwd, environment).catch(() => null)
  const key = locations?.key ?? keyFile(environment)
  const marker = await conductedFrom(environment, { key, repository: locations?.repository ?? null })
  if (marker === null) return
  const run = oneLine(marker.slice(marker.lastIndexOf('#') + 1), 60)
  const message = `${self} ${command} is for people: this was called from inside the run ${run}, and no agent and no test may speak for a person.`
  throw new RunFailure({ code: 'needs-person', message })
}

/** A command as it is typed, without the program itself. */
function wordsOf(command: Command): string {
  return command.parent === null ? '' : `${wordsOf(command.parent)} ${command.name()}`.trim()
}
