import { settingsHere } from '../../../host/agents/settings-here.ts'
import { testAgent } from '../../../host/agents/test-agent.ts'
import { allow, readBrought } from '../../../host/trust.ts'
import { exitStatus } from '../exit-status.ts'
import { jsonText } from '../json-text.ts'
import { LiveBlock } from '../live-block.ts'
import { renderCheck, renderVerdict } from '../render-agent-test.ts'
import { requireTrust } from '../settle-needs.ts'
import type { Terminal } from '../terminal.ts'

export interface AgentsTestFlags {
  readonly scripted: boolean
  readonly freshHome: boolean
  readonly json: boolean
  readonly keep: boolean
  readonly model?: string
}

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/** Tries an agent in a scratch repository, check by check, and says whether Tutti can use it. */
export async function agentsTestCommand(
  terminal: Terminal,
  agent: readonly string[],
  flags: AgentsTestFlags,
): Promise<number> {
  const { cwd, environment, paint } = terminal
  const { settings, host } = await settingsHere(cwd, environment)
  if (host !== null) {
    const brought = await readBrought(host)
    if (brought.untrusted.length > 0) {
      await requireTrust(terminal, brought, flags.json)
      await allow(terminal, brought)
    }
  }
  const live = terminal.isInteractive && !flags.json ? new LiveBlock(terminal) : null
  const stopping = new AbortController()
  const stop = (): void => {
    terminal.err('Stopping; the agent is being ended.')
    stopping.abort()
  }
  for (const signal of SIGNALS) process.once(signal, stop)
  if (!flags.json && !flags.scripted)
    terminal.err('This uses the agent as you have set it up, with its own model: it may cost a little.')
  try {
    const report = await testAgent({
      ...flags,
      agent,
      settings,
      environment,
      signal: stopping.signal,
      onCheck: (check, result) => {
        if (result === null) return live?.draw([paint('dim', `… ${check.title}`)])
        live?.clear()
        if (!flags.json) terminal.out(renderCheck(result, paint))
      },
    })
    if (flags.json) terminal.out(jsonText(report, 2))
    else terminal.out(`\n${renderVerdict(report, paint)}`)
    if (report.kept !== null && !flags.json) terminal.err(`Kept: ${report.kept}`)
    return report.isFit ? exitStatus.ok : exitStatus.failed
  } catch (thrown) {
    if (!stopping.signal.aborted) throw thrown
    return exitStatus.paused
  } finally {
    live?.clear()
    for (const signal of SIGNALS) process.off(signal, stop)
  }
}
