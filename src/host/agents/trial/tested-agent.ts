import type { ConfiguredAgent } from '../../../adapters/agents/turns/configured-agent.ts'
import type { Settings } from '../../../config/settings.ts'
import { RunFailure } from '../../../kernel/failure.ts'
import { profilesOf } from '../../choose-agents.ts'
import { findAgent } from '../../find-agent.ts'
import type { Environment } from '../../locations.ts'

/** How long an agent that is tried may be silent, and how long a turn may take. */
const PATIENCE = { stallMs: 120_000, totalMs: 240_000 }

/** The agent that a name of the settings, a known name or a command stands for. */
export function testedAgent(
  words: readonly string[],
  model: string | null,
  settings: Settings,
  environment: Environment,
): ConfiguredAgent {
  const wanted = words.length === 1 ? (words[0] ?? '') : words.map(quoted).join(' ')
  const { name, program } = findAgent(wanted, null, settings, environment)
  const [agent] = profilesOf({ [name]: program }, settings)
  if (agent === undefined) throw new RunFailure({ code: 'bad-input', message: 'Name the agent to test.' })
  return { ...agent, ...PATIENCE, model: model ?? agent.model }
}

function quoted(word: string): string {
  return `'${word.replaceAll("'", `'\\''`)}'`
}
