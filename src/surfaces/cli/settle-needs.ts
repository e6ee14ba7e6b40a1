import type { Tutti } from '../../host/application.ts'
import type {
  EndedRun,
  NeedsChoice,
  NeedsTrust,
  ReadyRun,
  ResumeRequest,
  StartRequest,
} from '../../host/prepare-run.ts'
import type { Brought } from '../../host/trust.ts'
import { RunFailure } from '../../kernel/failure.ts'
import { oneLine } from '../../kernel/plain-text.ts'
import { askWhich } from './ask-which.ts'
import { askYes } from './ask-yes.ts'
import { authorAt } from './author.ts'
import { renderBrought } from './render-brought.ts'
import { renderOthersRun } from './render-others-run.ts'
import type { Terminal } from './terminal.ts'

/** Prepares a new run, and asks the person at the terminal for whatever it needs. */
export async function prepareInTerminal(
  terminal: Terminal,
  tutti: Tutti,
  asked: StartRequest,
  json: boolean,
): Promise<ReadyRun> {
  for (let request = asked; ;) {
    const prepared = await tutti.prepare(request)
    if (prepared.kind === 'ready') return prepared
    if (prepared.kind === 'needs-choice') {
      request = { ...request, ...(await chooseWork(terminal, prepared, json)) }
    } else await settleTrust(terminal, tutti, prepared, json)
  }
}

/** The same for a run that is to go on; one that has ended is given as it is. */
export async function resumeInTerminal(
  terminal: Terminal,
  tutti: Tutti,
  request: ResumeRequest,
  json: boolean,
): Promise<ReadyRun | EndedRun> {
  for (;;) {
    const prepared = await tutti.resume(request)
    if (prepared.kind === 'ready' || prepared.kind === 'ended') return prepared
    await settleTrust(terminal, tutti, prepared, json)
  }
}

/** Has the person at the terminal allow what has to be allowed, or refuses where there is nobody to ask. */
export async function settleTrust(
  terminal: Terminal,
  tutti: Pick<Tutti, 'allow' | 'allowRun'>,
  needed: NeedsTrust,
  json: boolean,
): Promise<void> {
  if (needed.kind === 'needs-trust') {
    await requireTrust(terminal, needed.brought, json, needed.files)
    await tutti.allow(needed.brought)
  } else {
    await requireRunTrust(terminal, needed, json)
    await tutti.allowRun(needed.others, authorAt(terminal))
  }
}

/** Returns once the person at the terminal has allowed what the repository brings. */
export async function requireTrust(
  terminal: Terminal,
  brought: Brought,
  json: boolean,
  files: readonly string[] = [],
): Promise<void> {
  const { self, paint } = terminal
  if (json || !terminal.isInteractive) {
    const extra = files.map((file) => ` ${oneLine(file)}`).join('')
    throw refuse(
      `This repository brings ${named(brought)}, which you have not allowed. Look at what it does: ${self} trust --show${extra}; then allow it: ${self} trust${extra}.`,
    )
  }
  for (const line of renderBrought(brought, paint)) terminal.err(line)
  await requireYes(
    terminal,
    `Nothing was started, because what the repository brings was not allowed. Look at it: ${self} trust --show.`,
  )
}

async function requireRunTrust(
  terminal: Terminal,
  { others, refusal }: Extract<NeedsTrust, { kind: 'needs-run-trust' }>,
  json: boolean,
): Promise<void> {
  const { run } = others
  if (json || !terminal.isInteractive) throw refusal
  for (const line of renderOthersRun(others, terminal.paint)) terminal.err(line)
  await requireYes(
    terminal,
    `Nothing was started, because ${run} was not allowed. Look at it: ${terminal.self} show ${run}.`,
  )
}

async function requireYes(terminal: Terminal, otherwise: string): Promise<void> {
  if (await askYes(terminal, 'Do you trust it with your machine?')) return
  throw new RunFailure({ code: 'rejected', message: otherwise })
}

function named({ untrusted }: Brought): string {
  const first = untrusted.slice(0, 3).map(({ path }) => oneLine(path))
  return first.join(', ') + (untrusted.length > 3 ? ` and ${untrusted.length - 3} more` : '')
}

/**
 * Which of several jobs is gone on with: the person at the terminal says. Without anybody there, whoever said what is
 * to be done begins anew, and anything else is refused.
 */
export async function chooseWork(
  terminal: Terminal,
  { of, paths, mayBeAnew }: NeedsChoice,
  json: boolean,
): Promise<Pick<StartRequest, 'from' | 'isAnew'>> {
  const listed = paths.map((path) => `--from ${path}`).join(' or ')
  const isAlone = json || !terminal.isInteractive
  if (!mayBeAnew) {
    const what = of ?? 'The checkout'
    const question = `${what} holds ${paths.length} jobs. Which one is to be gone on with?`
    const from = isAlone ? null : await askWhich(terminal, question, paths)
    if (from !== null) return { from }
    const message = `${what} holds ${paths.length} jobs to go on with; name one: ${listed}.`
    throw new RunFailure({ code: 'bad-input', message, where: what })
  }
  if (isAlone) {
    terminal.err(`Begun anew; to go on with what waits instead, name it: ${listed}.`)
    return { isAnew: true }
  }
  const anew = 'begin anew'
  const question = 'Work of this process waits. What is to be gone on with?'
  const chosen = await askWhich(terminal, question, [...paths, anew])
  if (chosen === anew) return { isAnew: true }
  if (chosen !== null) return { from: chosen }
  throw refuse(`Say what is to be gone on with: ${listed}, or the number of "${anew}" when asked.`)
}

function refuse(message: string): RunFailure {
  return new RunFailure({ code: 'bad-input', message })
}
