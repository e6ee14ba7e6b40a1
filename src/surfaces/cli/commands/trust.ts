import { resolve } from 'node:path'
import { openTutti } from '../../../host/application.ts'
import { openHost } from '../../../host/host.ts'
import type { Brought } from '../../../host/trust.ts'
import { allow, readBrought, revoke } from '../../../host/trust.ts'
import { RunFailure } from '../../../kernel/failure.ts'
import { plural } from '../../../protocol/words.ts'
import { authorAt } from '../author.ts'
import { exitStatus } from '../exit-status.ts'
import { jsonText } from '../json-text.ts'
import { renderOthersRun } from '../render-others-run.ts'
import { renderBrought } from '../render-brought.ts'
import type { Terminal } from '../terminal.ts'

export interface TrustFlags {
  readonly show: boolean
  readonly revoke: boolean
  readonly run?: string
  readonly json: boolean
}

/** Allows what the repository brings, and further files of it by name; or shows it, or takes the word back. */
export async function trustCommand(
  terminal: Terminal,
  named: readonly string[],
  flags: TrustFlags,
): Promise<number> {
  const { cwd, environment, paint } = terminal
  if (flags.show && flags.revoke) {
    throw new RunFailure({ code: 'bad-input', message: '--show and --revoke do not go together; use one.' })
  }
  if (flags.run !== undefined) return trustRunCommand(terminal, flags)
  const host = await openHost({ cwd, environment, flags: [] })
  if (flags.revoke) {
    const revoked = await revoke(host)
    if (flags.json) terminal.out(jsonText({ revoked }, 2))
    else
      terminal.out(
        revoked ? 'Forgotten: you will be asked about all of it again.' : 'Nothing was allowed here.',
      )
    return exitStatus.ok
  }
  const more = named.map((file) => resolve(cwd, file))
  const found = await readBrought(host, more)
  if (!flags.show) await allow(terminal, found)
  const brought = flags.show ? found : { ...found, untrusted: [] }
  if (flags.json) {
    terminal.out(jsonText(documentOf(brought), 2))
    return exitStatus.ok
  }
  if (brought.files.length > 0) for (const line of renderBrought(brought, paint)) terminal.out(line)
  terminal.out(verdict(brought, flags))
  return exitStatus.ok
}

/** Takes a run over that was written elsewhere, or shows what it would do. */
async function trustRunCommand(
  terminal: Terminal,
  { run: wanted, show, revoke: isRevoked, json }: TrustFlags,
): Promise<number> {
  if (isRevoked) {
    const message = 'A run that was taken over cannot be given back; remove it: tutti clean.'
    throw new RunFailure({ code: 'bad-input', message })
  }
  const tutti = openTutti(terminal)
  const { run, isOwn } = await tutti.events(wanted)
  const prepared = isOwn ? null : await tutti.resume({ run, isCancelled: true })
  const others = prepared?.kind === 'needs-run-trust' ? prepared.others : null
  if (others !== null && !show) await tutti.allowRun(others, authorAt(terminal))
  if (json) {
    const commands = others?.commands ?? []
    terminal.out(jsonText({ run, allowed: others === null || !show, commands }, 2))
    return exitStatus.ok
  }
  if (others !== null) for (const line of renderOthersRun(others, terminal.paint)) terminal.out(line)
  terminal.out(
    others === null
      ? `${run} was written on this machine by this user; there is nothing to allow.`
      : show
        ? `Not allowed yet. Allow it: ${terminal.self} trust --run ${run}`
        : `Allowed, as it is now. Go on with it: ${terminal.self} resume ${run}`,
  )
  return exitStatus.ok
}

function verdict({ files, untrusted }: Brought, { show }: TrustFlags): string {
  if (files.length === 0)
    return 'There is nothing to allow here: the repository brings no file that Tutti would use.'
  if (!show)
    return `Allowed, as ${files.length === 1 ? 'it is' : 'they are'} now: ${plural(files.length, 'file')}.`
  return untrusted.length === 0
    ? 'All of it is allowed.'
    : `Not allowed yet: ${plural(untrusted.length, 'file')}.`
}

function documentOf({ files, untrusted, commands, roles }: Brought): unknown {
  return {
    allowed: untrusted.length === 0,
    files: files.map(({ path, bytes }) => ({
      path,
      bytes: bytes.length,
      allowed: !untrusted.some((file) => file.path === path),
    })),
    commands,
    roles: roles.map(({ name, from, access }) => ({ name, from, access })),
  }
}
