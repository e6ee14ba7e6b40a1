import { serveModel } from '../../../host/serve-model.ts'
import { RunFailure } from '../../../kernel/failure.ts'
import { exitStatus } from '../exit-status.ts'
import { jsonText } from '../json-text.ts'
import type { Terminal } from '../terminal.ts'

export interface ModelFlags {
  readonly json: boolean
  readonly port?: string
  readonly for?: string
}

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/** Plays a scenario as a model on this machine until Ctrl-C. Standard output holds only what a shell or a machine reads. */
export async function modelCommand(terminal: Terminal, scenario: string, flags: ModelFlags): Promise<number> {
  const ended = new Promise<void>((resolve) => {
    for (const signal of SIGNALS) process.once(signal, () => resolve())
  })
  const port = flags.port === undefined ? null : readPort(flags.port)
  const served = await serveModel({ scenario, cwd: terminal.cwd, port, agent: flags.for ?? null })
  const { url, pointed } = served
  if (flags.json) terminal.out(jsonText({ url, agent: pointed }))
  else for (const line of pointed?.shell ?? [url]) terminal.out(line)
  if (!flags.json) {
    terminal.err(`${scenario} is played at ${url}. Ctrl-C ends it.`)
    if (pointed !== null)
      terminal.err(
        `Give the lines above to another shell, and then: ${terminal.self} run "..." --agent ${pointed.agent}`,
      )
  }
  await ended
  await served.close()
  if (!flags.json) terminal.err(`Ended; requests that the scenario answered: ${served.answered()}.`)
  return exitStatus.ok
}

function readPort(typed: string): number {
  const port = Number(typed)
  if (/^\d+$/.test(typed) && port <= 65_535) return port
  throw new RunFailure({
    code: 'bad-input',
    message: `--port must be a number from 0 to 65535, not ${typed}.`,
  })
}
