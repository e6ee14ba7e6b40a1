import type { ConfiguredAgent } from '../adapters/agents/turns/configured-agent.ts'
import { completeRoute } from '../config/complete-agent.ts'
import type { AgentChoice, Settings } from '../config/settings.ts'
import { RunFailure } from '../kernel/failure.ts'
import type { Role } from '../plan/role.ts'
import { forEachRole, ROLES } from '../plan/role.ts'
import type { Route } from '../plan/route.ts'
import { findProfile } from '../profiles/known-profiles.ts'
import type { AgentProgram, Named } from './find-agent.ts'
import { findAgent, programOf } from './find-agent.ts'
import type { Environment } from './locations.ts'

export interface ChosenAgents {
  readonly roles: Readonly<Record<Role, string>>
  readonly programs: Readonly<Record<string, AgentProgram>>
  /** Who takes over from a role's agent, in order; a role that is not named has nobody. */
  readonly fallbacks: Readonly<Record<string, readonly string[]>>
  readonly routes: readonly Route[]
  /** What a person should know: who was passed over because it cannot be run. */
  readonly notices: readonly string[]
}

/**
 * Gives each role and each route its agents: the chosen one, else the default one, else the first known program that
 * is installed, and behind it those that take over. One that cannot be run is passed over with a notice; it is an
 * error where nobody is left.
 */
export function chooseAgents(settings: Settings, environment: Environment): ChosenAgents {
  // A mistake in an agent that nobody takes today is one all the same.
  for (const [name, agent] of Object.entries(settings.agents)) programOf(name, agent, environment)
  const programs: Record<string, AgentProgram> = {}
  const notices = new Set<string>()
  const keyOf = ({ name, program: found }: Named): string => {
    const program = settings.freshHome ? { ...found, freshHome: true as const } : found
    const fits = (key: string): boolean => programs[key] === undefined || isSame(programs[key], program)
    const key = fits(name) ? name : `${name}-${Object.keys(programs).length + 1}`
    programs[key] = program
    return key
  }
  const listFor = (choice: AgentChoice): readonly [string, ...string[]] => {
    const wanted = [choice.agent ?? settings.agent, ...(choice.fallback ?? settings.fallback)]
    const model = choice.model ?? (choice.agent === null ? settings.model : null)
    const keys: string[] = []
    const absent: RunFailure[] = []
    for (const [index, each] of wanted.entries()) {
      try {
        const key = keyOf(findAgent(each, index === 0 ? model : null, settings, environment))
        if (!keys.includes(key)) keys.push(key)
      } catch (thrown) {
        if (!(thrown instanceof RunFailure) || thrown.code !== 'agent-missing') throw thrown
        absent.push(thrown)
      }
    }
    const [first, ...others] = keys
    if (first === undefined) throw absent[0]
    for (const { message } of absent) notices.add(`${message} Until then the run goes on without it.`)
    return [first, ...others]
  }
  const lists = forEachRole((role) => listFor(settings.roles[role]))
  const routes = [...settings.routes, ...settings.policy.routes.map(completeRoute)].map(
    ({ agent, model, fallback, ...fits }): Route => {
      const own = isRole(fits.role) ? settings.roles[fits.role] : settings.roles.implementer
      const isOther = agent !== null && agent !== own.agent
      const choice = {
        agent: agent ?? own.agent,
        model: model ?? (isOther ? null : own.model),
        fallback: fallback ?? own.fallback,
      }
      return { ...fits, agents: listFor(choice) }
    },
  )
  return {
    roles: forEachRole((role) => lists[role][0]),
    programs,
    fallbacks: Object.fromEntries(
      ROLES.flatMap((role) => {
        const [, ...others] = lists[role]
        return others.length === 0 ? [] : [[role, others]]
      }),
    ),
    routes,
    notices: [...notices],
  }
}

function isRole(name: string | undefined): name is Role {
  return (ROLES as readonly (string | undefined)[]).includes(name)
}

function isSame(one: AgentProgram, other: AgentProgram): boolean {
  const { command, ...rest } = one
  const keys = ['resume', 'program', 'model', 'way', 'configured'] as const
  return command.join('\0') === other.command.join('\0') && keys.every((key) => rest[key] === other[key])
}

/** The profiles of recorded programs, with what only the present settings know: variables and patience. */
export function profilesOf(
  programs: ChosenAgents['programs'],
  settings: Settings,
): readonly ConfiguredAgent[] {
  const { stallMs, turnMs: totalMs } = settings.limits
  return Object.entries(programs).map(
    ([name, { command, resume, program, model, way, configured = name, freshHome = false }]) => ({
      name,
      command,
      resume,
      stallMs,
      totalMs,
      program: program === undefined ? null : findProfile(program),
      model: model ?? null,
      way: way ?? 'acp',
      freshHome,
      env: Object.hasOwn(settings.agents, configured) ? (settings.agents[configured]?.env ?? {}) : {},
    }),
  )
}
