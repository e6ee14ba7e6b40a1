import type { Settings } from '../config/settings.ts'
import { RunFailure } from '../kernel/failure.ts'
import { findProfile } from '../profiles/known-profiles.ts'
import { priceOf } from '../profiles/price-of.ts'
import type { UsageReport } from '../profiles/usage-report.ts'
import type { AgentProgram } from './find-agent.ts'

type Figure = 'tokens' | 'usd'

const words: Readonly<Record<Figure, string>> = { tokens: 'tokens', usd: 'US dollars' }

/**
 * Refuses a cap on tokens or money that cannot hold, because an agent of the run does not tell what it spends,
 * unless a person allows it and turns and time are capped. Gives notices of caps on agents that nobody knows.
 */
export function refuseUnmetered(
  { limits }: Pick<Settings, 'limits'>,
  programs: Readonly<Record<string, AgentProgram>>,
  isAllowed: boolean,
): readonly string[] {
  const { run, task } = limits
  const capped = (['tokens', 'usd'] as const).filter(
    (figure) => run[figure] !== undefined || task[figure] !== undefined,
  )
  return capped.flatMap((figure) => {
    const told = Object.entries(programs).map(([name, program]) => ({ name, tells: tells(program, figure) }))
    const silent = told.filter((each) => each.tells === 'no').map(({ name }) => name)
    const unknown = told.filter((each) => each.tells === 'unknown').map(({ name }) => name)
    if (silent.length > 0 && !isAllowed) {
      throw refused(
        `The cap on ${words[figure]} cannot hold: ${silent.join(', ')} cannot be metered. Leave the cap out, choose another agent, or run with --allow-unmetered and caps on turns and time.`,
      )
    }
    if (silent.length > 0 && (run.turns === undefined || run.wallMs === undefined)) {
      throw refused('--allow-unmetered needs caps on turns and time: give --turns and --time.')
    }
    const loose = [...silent, ...unknown]
    return loose.length === 0
      ? []
      : [`The cap on ${words[figure]} holds only as far as ${loose.join(', ')} tells what it spends.`]
  })
}

/** Money is known too where the tokens are and the model that was chosen has a list price. */
function tells({ program, way, model }: AgentProgram, figure: Figure): 'yes' | 'no' | 'unknown' {
  const profile = program === undefined ? null : findProfile(program)
  if (profile === null) return 'unknown'
  const { acp, headless } = profile
  const report = (of: Figure): UsageReport =>
    (way === 'headless' ? headless?.[of].report : acp?.[of]) ?? 'never'
  const isTold = (of: Figure): boolean => report(of) !== 'never' && report(of) !== 'last-call'
  if (isTold(figure)) return 'yes'
  const nothing = { input: 0, output: 0, cached: 0 }
  const isPriced = figure === 'usd' && model !== undefined && priceOf(model, nothing) !== null
  return isPriced && isTold('tokens') ? 'yes' : 'no'
}

function refused(message: string): RunFailure {
  return new RunFailure({ code: 'bad-input', message })
}
