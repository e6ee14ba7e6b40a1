import type { Command } from 'commander'
import { refuseInside } from '../../host/refuse-inside.ts'
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
export async function refuseInsideCommand(terminal: Terminal, action: Command): Promise<void> {
  const command = wordsOf(action)
  if (!looking.has(command)) await refuseInside(terminal, `${terminal.self} ${command}`)
}

/** A command as it is typed, without the program itself. */
function wordsOf(command: Command): string {
  return command.parent === null ? '' : `${wordsOf(command.parent)} ${command.name()}`.trim()
}
