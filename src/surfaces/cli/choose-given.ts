import { findGiven } from '../../host/find-given.ts'
import { waitingJobs } from '../../host/waiting-jobs.ts'
import { RunFailure } from '../../kernel/failure.ts'
import { askWhich } from './ask-which.ts'
import type { Terminal } from './terminal.ts'

type Found = Awaited<ReturnType<typeof findGiven>>

/** What of a command says what it goes on with. */
export interface GivenFlags {
  readonly from?: string
  readonly plan?: string
  readonly playbook?: string
  readonly json: boolean
}

/**
 * The files that a run goes on with: those that are named, or a job of its process that waits in the checkout; `null`
 * when it begins anew. Whoever says what is to be done begins anew unless somebody at the terminal wants otherwise.
 */
export async function chooseGiven(
  terminal: Terminal,
  said: string | undefined,
  flags: GivenFlags,
): Promise<Found | null> {
  const { from, plan, playbook, json } = flags
  if (from !== undefined) return given(terminal, from, flags)
  if (playbook === undefined || plan !== undefined) return null
  const waiting = await waitingJobs(playbook, terminal.cwd, terminal.environment)
  const [only] = waiting
  if (only === undefined) return null
  if (said === undefined)
    return given(terminal, waiting.length === 1 ? only : await one(terminal, waiting, json), flags)
  const listed = waiting.map((path) => `--from ${path}`).join(' or ')
  if (json || !terminal.isInteractive) {
    terminal.err(`Begun anew; to go on with what waits instead, name it: ${listed}.`)
    return null
  }
  const anew = 'begin anew'
  const chosen = await askWhich(terminal, 'Work of this process waits. What is to be gone on with?', [
    ...waiting,
    anew,
  ])
  if (chosen === anew) return null
  if (chosen !== null) return given(terminal, chosen, flags)
  const message = `Say what is to be gone on with: ${listed}, or the number of "${anew}" when asked.`
  throw new RunFailure({ code: 'bad-input', message })
}

function given(terminal: Terminal, from: string, { playbook, json }: GivenFlags): Promise<Found> {
  return findGiven(from, terminal.cwd, playbook, (paths) => one(terminal, paths, json, from))
}

/** Where there are several jobs, whoever sits at the terminal says which; without anybody there it is refused. */
async function one(
  terminal: Terminal,
  paths: readonly string[],
  json: boolean,
  from = 'The checkout',
): Promise<string> {
  const question = `${from} holds ${paths.length} jobs. Which one is to be gone on with?`
  const chosen = json || !terminal.isInteractive ? null : await askWhich(terminal, question, paths)
  if (chosen !== null) return chosen
  const choices = paths.map((path) => `--from ${path}`).join(' or ')
  const message = `${from} holds ${paths.length} jobs to go on with; name one: ${choices}.`
  throw new RunFailure({ code: 'bad-input', message, where: from })
}
