import type { ConfiguredAgent } from '../adapters/agents/turns/configured-agent.ts'
import { freshHome } from '../profiles/fresh-home.ts'
import { isOwnVariable } from '../profiles/is-own-variable.ts'
import type { Environment } from './locations.ts'

export interface AgentEnvironmentRequest {
  /** The conductor's own environment. */
  readonly own: Environment
  /** Names that pass whatever they look like; a `*` passes nothing that looks like a secret. */
  readonly pass: readonly string[]
  readonly agent: Pick<ConfiguredAgent, 'program' | 'env'>
  /** A folder that takes the place of the user's home; `null`: the user's own. */
  readonly home: string | null
}

export interface AgentEnvironment {
  readonly env: Readonly<Record<string, string>>
  /** Names only, sorted. */
  readonly withheld: readonly string[]
}

const SECRET =
  /(^|_)((API|ACCESS|AUTH)?KEYS?|[A-Z\d]*(TOKENS?|SECRETS?|PASSWORDS?|PASSWD|PASSPHRASE)|(SSH)?PASS|PAT|CREDENTIALS?|AUTH|PRIVATE)(_|$)|_PWD$/i

/** Where the user's own folders would still be found under a fresh home. */
const OF_HOME = /^(XDG_\w+_(HOME|DIRS?)|\w+_CONFIG_(DIR|HOME))$/

/**
 * What an agent finds in its environment, before what the settings set for it. Contract: a known program gets of
 * whatever looks like a secret only what is its own or is named in `pass`; inherited `GIT_*` never pass; updates and
 * telemetry of a known program are switched off. Of a command of the user's own nobody knows which credential it
 * needs: it gets all of them.
 */
export function agentEnvironment(request: AgentEnvironmentRequest): AgentEnvironment {
  const { own, pass, agent, home } = request
  const { program } = agent
  const isItsOwn = (name: string): boolean =>
    program === null || program.login.variables.includes(name) || isOwnVariable(name, program)
  const mayPass = (name: string): boolean =>
    !looksSecret(name) || isItsOwn(name) || pass.includes(name) || Object.hasOwn(agent.env ?? {}, name)
  const known = Object.entries(own).flatMap(([name, value]) =>
    value === undefined || name.startsWith('GIT_') ? [] : [[name, value] as const],
  )
  const inherited = known.filter(([name]) => mayPass(name) && (home === null || !OF_HOME.test(name)))
  return {
    env: {
      ...Object.fromEntries(inherited),
      ...program?.quiet,
      ...(home === null ? {} : freshHome(program, home)),
    },
    withheld: known.flatMap(([name]) => (mayPass(name) ? [] : [name])).toSorted(),
  }
}

/** Whether one of the words in a variable's name stands for something that must not be known. */
export function looksSecret(name: string): boolean {
  return SECRET.test(name.replaceAll(/([a-z])([A-Z])/g, '$1_$2'))
}
