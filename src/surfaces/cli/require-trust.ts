import type { Host } from '../../host/host.ts'
import type { Brought } from '../../host/trust.ts'
import { allow, readBrought } from '../../host/trust.ts'
import { RunFailure } from '../../kernel/failure.ts'
import { oneLine } from '../../kernel/plain-text.ts'
import { askYes } from './ask-yes.ts'
import { renderBrought } from './render-brought.ts'
import type { Terminal } from './terminal.ts'

/**
 * What the repository brings, once the user has allowed it: asked at a terminal, and refused with `bad-input` where
 * there is nobody to ask. Contract: nothing of it may be used before this has returned. `more` are files outside
 * `.tutti` that are to be used, such as that of a playbook.
 */
export async function requireTrust(
  terminal: Terminal,
  host: Host,
  json: boolean,
  more: readonly string[] = [],
): Promise<Brought> {
  const brought = await readBrought(host, more)
  if (brought.untrusted.length === 0) return brought
  const { self, paint } = terminal
  if (json || !terminal.isInteractive) {
    const extra = more.map((file) => ` ${oneLine(file)}`).join('')
    const message = `This repository brings ${named(brought)}, which you have not allowed. Look at what it does: ${self} trust --show${extra}; then allow it: ${self} trust${extra}.`
    throw new RunFailure({ code: 'bad-input', message })
  }
  for (const line of renderBrought(brought, paint)) terminal.err(line)
  if (!(await askYes(terminal, 'Do you trust it with your machine?'))) {
    const message = `Nothing was started, because what the repository brings was not allowed. Look at it: ${self} trust --show.`
    throw new RunFailure({ code: 'rejected', message })
  }
  await allow(host, brought)
  return brought
}

function named({ untrusted }: Brought): string {
  const first = untrusted.slice(0, 3).map(({ path }) => oneLine(path))
  return first.join(', ') + (untrusted.length > 3 ? ` and ${untrusted.length - 3} more` : '')
}
