import { RunFailure } from '../kernel/failure.ts'
import { EXECUTORS, ROLES } from '../plan/role.ts'
import type { ChosenAgents } from './choose-agents.ts'
import { chooseAgents } from './choose-agents.ts'
import type { Host } from './host.ts'
import { readBrought } from './trust.ts'

export interface RosterEntry {
  readonly role: string
  /** The agent that takes it; `null` where none was found. */
  readonly agent: string | null
  /** The file that its words come from; `null` for Tutti's own alone. */
  readonly words: string | null
  /** Whether a plan can give it tasks. */
  readonly takesTasks: boolean
  readonly description: string | null
}

export interface Roster {
  readonly roles: readonly RosterEntry[]
  /** Why there is no agent, in one sentence; `null` where there is one. */
  readonly missing: string | null
  /** Whether the words in the repository's files may be used yet. */
  readonly isAllowed: boolean
}

/** Everybody who can be asked here: Tutti's own roles, and those that the repository's files add. */
export async function listRoles(host: Host): Promise<Roster> {
  const { roles: team, untrusted } = await readBrought(host)
  const { agents, missing } = findAgents(host)
  const own = ROLES.map((role): RosterEntry => {
    const words = team.find(({ name }) => name === role)
    return {
      role,
      agent: agents?.roles[role] ?? null,
      words: words?.from ?? null,
      takesTasks: (EXECUTORS as readonly string[]).includes(role),
      description: words?.description ?? null,
    }
  })
  const more = team.filter(({ name }) => !(ROLES as readonly string[]).includes(name))
  const added = more.map(({ name, from, access, description }): RosterEntry => {
    return {
      role: name,
      agent: agents?.roles.implementer ?? null,
      words: from,
      takesTasks: access === 'write',
      description,
    }
  })
  return {
    roles: [...own, ...added],
    missing,
    isAllowed: !untrusted.some(({ path }) => team.some(({ from }) => from === path)),
  }
}

function findAgents({ settings, environment }: Host): {
  readonly agents: ChosenAgents | null
  readonly missing: string | null
} {
  try {
    return { agents: chooseAgents(settings, environment), missing: null }
  } catch (thrown) {
    if (!(thrown instanceof RunFailure) || thrown.code !== 'agent-missing') throw thrown
    return { agents: null, missing: thrown.message }
  }
}
