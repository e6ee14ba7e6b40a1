import type { Json } from '../kernel/json.ts'
import type { Run } from '../kernel/playbook.ts'
import type { FailedOver, Setback } from './facts.ts'
import type { Job } from './job.ts'

/** The name under which it is recorded that one agent took over from another. */
export const FAILED_OVER = 'failed-over'

/** The name under which it is recorded that a person says that agents can be used again. */
export const BACK = 'back'

/** What calls have in common that wait until a person says that these agents can be used again. */
export function usableAgain(agents: readonly string[]): string {
  return `${BACK}: ${agents.toSorted().join(', ')}`
}

/** Who is asked next, and until when that has to wait. */
export type NextAgent = { readonly agent: string; readonly until: number | null }

/** An agent that cannot be used: until then, or for the rest of the run. */
export type Away = { readonly agent: string; readonly until: number | null }

type Back = { readonly back: string }

/**
 * Chooses among agents, in their order: the first that can be used, or that can be soon enough by the policy; else
 * the one that can be soonest; else the first. Who is away is known from what other calls of the run have recorded,
 * and the choice itself is recorded, because it depends on the moment.
 */
export function nextAgent(
  run: Run,
  name: string,
  job: Pick<Job, 'policy' | 'recorded'>,
  agents: readonly [string, ...string[]],
  news: Away | null,
): Promise<NextAgent> {
  const { failoverAfterMs } = job.policy
  return run.step<NextAgent>(name, {
    kind: 'choose-agent',
    input: { agents: [...agents], news: news === null ? null : { ...news }, failoverAfterMs },
    execute: async ({ world }) => {
      const now = world.clock.now()
      const away = awayAgents(job.recorded?.() ?? new Map(), news, now)
      const waits = agents.map((agent) => ({ agent, until: away.get(agent) ?? null }))
      const soon = waits.find(
        ({ agent, until }) => !away.has(agent) || (until !== null && until - now <= failoverAfterMs),
      )
      const known = waits.filter(({ until }) => until !== null)
      const [soonest] = known.toSorted((a, b) => (a.until ?? 0) - (b.until ?? 0))
      return soon ?? soonest ?? { agent: agents[0], until: null }
    },
  })
}

/** Those that are known to be away now, with the time of their return where that is known. */
function awayAgents(
  recorded: ReadonlyMap<string, Json>,
  news: Away | null,
  now: number,
): ReadonlyMap<string, number | null> {
  const away = new Map<string, number | null>()
  const told = [...recorded].flatMap(([name, value]): readonly (Away | Back)[] => {
    if (name.endsWith(`/${BACK}`))
      return (value as { readonly back: readonly string[] }).back.map((back) => ({ back }))
    if (name.endsWith('/failed')) {
      const { setback } = value as { readonly setback?: Setback }
      return setback === undefined || setback.until === null ? [] : [setback]
    }
    if (!name.endsWith(`/${FAILED_OVER}`)) return []
    const { from: agent, until, isAway } = value as FailedOver
    return isAway ? [{ agent, until }] : []
  })
  for (const each of news === null ? told : [...told, news]) {
    if ('back' in each) away.delete(each.back)
    else away.set(each.agent, each.until)
  }
  for (const [agent, until] of away) if (until !== null && until <= now) away.delete(agent)
  return away
}
