import { resolve } from 'node:path'
import { openHost } from '../../../host/host.ts'
import type { Brought } from '../../../host/trust.ts'
import { allow, readBrought, revoke } from '../../../host/trust.ts'
import { RunFailure } from '../../../kernel/failure.ts'
import { plural } from '../../../protocol/words.ts'
import { exitStatus } from '../exit-status.ts'
import { renderBrought } from '../render-brought.ts'
import type { Terminal } from '../terminal.ts'

export interface TrustFlags {
  readonly show: boolean
  readonly revoke: boolean
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
  const host = await openHost({ cwd, environment, flags: [] })
  if (flags.revoke) {
    const revoked = await revoke(host)
    if (flags.json) terminal.out(JSON.stringify({ revoked }, null, 2))
    else
      terminal.out(
        revoked ? 'Forgotten: you will be asked about all of it again.' : 'Nothing was allowed here.',
      )
    return exitStatus.ok
  }
  const more = named.map((file) => resolve(cwd, file))
  const found = await readBrought(host, more)
  if (!flags.show) await allow(host, found)
  const brought = flags.show ? found : { ...found, untrusted: [] }
  if (flags.json) {
    terminal.out(JSON.stringify(documentOf(brought), null, 2))
    return exitStatus.ok
  }
  if (brought.files.length > 0) for (const line of renderBrought(brought, paint)) terminal.out(line)
  terminal.out(verdict(brought, flags))
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
