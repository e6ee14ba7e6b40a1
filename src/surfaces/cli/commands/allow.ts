import type { AllowanceKind, Allowed } from '../../../host/allow-store.ts'
import { ALLOWANCES, allowedIn, removeAllowed } from '../../../host/allow-store.ts'
import { allowance, allowMore } from '../../../host/allow.ts'
import type { Host } from '../../../host/host.ts'
import { openHost } from '../../../host/host.ts'
import { RunFailure } from '../../../kernel/failure.ts'
import { oneLine } from '../../../kernel/plain-text.ts'
import { exitStatus } from '../exit-status.ts'
import { jsonText } from '../json-text.ts'
import type { Terminal } from '../terminal.ts'

const KINDS: Readonly<Record<AllowanceKind, string>> = {
  host: 'Agents may reach',
  read: 'Agents and commands may read',
  write: 'Agents and commands may write',
}

/** Remembers what a project needs beside what the sandbox always lets, shows it, or takes it back. */
export async function allowCommand(
  terminal: Terminal,
  what: string,
  values: readonly string[],
  { json }: { readonly json: boolean },
): Promise<number> {
  refuseInside(terminal)
  const { cwd, environment } = terminal
  const host = await openHost({ cwd, environment, flags: [] })
  const { commonDir } = host.locations.repository
  if (what === 'list') {
    if (values.length > 0) throw unfit('`tutti allow list` takes nothing after it.')
    tell(terminal, await allowedIn(environment, commonDir), json)
  } else if (what === 'remove') {
    await remove(terminal, host, values, json)
  } else {
    const kind = kindOf(what)
    if (values.length === 0)
      throw unfit(`Say what: tutti allow ${kind} ${kind === 'host' ? 'api.example.com' : '~/folder'}.`)
    tell(terminal, await allowMore(host, kind, values, cwd), json)
  }
  return exitStatus.ok
}

async function remove(
  terminal: Terminal,
  host: Host,
  [what = '', ...values]: readonly string[],
  json: boolean,
): Promise<void> {
  const kind = kindOf(what)
  const { environment, locations } = host
  const { commonDir } = locations.repository
  if (values.length === 0)
    throw unfit(`Say which: tutti allow remove ${kind} VALUE, as tutti allow list shows it.`)
  for (const value of values) {
    const isShown = value.startsWith('/') || kind === 'host'
    if (isShown && (await removeAllowed(environment, commonDir, kind, value))) continue
    const meant = allowance(host, kind, value, terminal.cwd)
    if (await removeAllowed(environment, commonDir, kind, meant)) continue
    throw unfit(`${oneLine(value, 80)} was not allowed here; tutti allow list shows what is.`)
  }
  tell(terminal, await allowedIn(environment, commonDir), json)
}

function tell(terminal: Terminal, allowed: Allowed, json: boolean): void {
  if (json) return terminal.out(jsonText(allowed, 2))
  const lines = ALLOWANCES.flatMap((kind) =>
    allowed[kind].map((value) => `${KINDS[kind]} ${oneLine(value, 200)}`),
  )
  for (const line of lines) terminal.out(line)
  terminal.out(
    lines.length === 0
      ? 'Nothing more is allowed here.'
      : 'This holds for every later run in this repository.',
  )
}

function kindOf(what: string): AllowanceKind {
  const kind = ALLOWANCES.find((each) => each === what)
  if (kind === undefined) {
    throw unfit(`"${oneLine(what, 40)}" cannot be allowed; use host, read or write, or list and remove.`)
  }
  return kind
}

/** A person's word is given by a person, not by what he lets run. */
function refuseInside({ environment }: Terminal): void {
  if (environment['TUTTI_LAUNCH'] === undefined) return
  throw new RunFailure({
    code: 'rejected',
    message:
      'An agent or a command of a run cannot allow itself anything; a person does that in a terminal of his own.',
  })
}

function unfit(message: string): RunFailure {
  return new RunFailure({ code: 'bad-input', message })
}
