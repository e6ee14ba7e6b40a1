import type { Verdict } from '../gates/verdict.ts'
import type { Json } from '../kernel/json.ts'
import type { IsolationFact } from '../stages/isolation-fact.ts'
import type { IsolationLevel } from '../kernel/ports/isolation.ts'
import { ISOLATION_LEVELS } from '../kernel/ports/isolation.ts'

/** How often what ran was kept apart how far, as each launch told; empty for what has not run. */
export interface IsolationSeen {
  readonly agents: Readonly<Partial<Record<IsolationLevel, number>>>
  readonly commands: Readonly<Partial<Record<IsolationLevel, number>>>
}

/** Counts the levels that launches were recorded with. */
export class IsolationCount {
  readonly #seen = {
    agents: new Map<IsolationLevel, number>(),
    commands: new Map<IsolationLevel, number>(),
  }

  /** A fact of the journal; what was proven by the evidence of an earlier run did not run here. */
  take(kind: string, value: Json): void {
    if (kind === 'isolation') this.#count('agents', (value as unknown as IsolationFact).level)
    if (kind !== 'verdict') return
    const { reusedFrom = null, evidence = [] } = value as unknown as Partial<Verdict>
    if (reusedFrom !== null) return
    for (const { isolation } of evidence) if (isolation !== undefined) this.#count('commands', isolation)
  }

  view(): IsolationSeen {
    return {
      agents: Object.fromEntries(this.#seen.agents),
      commands: Object.fromEntries(this.#seen.commands),
    }
  }

  #count(who: keyof IsolationSeen, level: IsolationLevel): void {
    this.#seen[who].set(level, (this.#seen[who].get(level) ?? 0) + 1)
  }
}

/** In one line, such as `agents and commands in the sandbox`; `null` as long as nothing has run. */
export function isolationWords({ agents, commands }: IsolationSeen): string | null {
  const [ofAgents, ofCommands] = [wordsFor(agents), wordsFor(commands)]
  if (ofAgents === ofCommands) return ofAgents === null ? null : `agents and commands ${ofAgents}`
  const told = [
    ofAgents === null ? null : `agents ${ofAgents}`,
    ofCommands === null ? null : `commands ${ofCommands}`,
  ]
  return told.filter((each) => each !== null).join(', ')
}

/** What the lowest level that was seen does not hold, in plain sentences; none as long as nothing has run. */
export function notCovered({ agents, commands }: IsolationSeen): readonly string[] {
  const lowest = ISOLATION_LEVELS.findLast((level) => level in agents || level in commands)
  return lowest === undefined ? [] : UNCOVERED[lowest]
}

const NAMES: Readonly<Record<IsolationLevel, string>> = {
  sandbox: 'in the sandbox',
  namespaces: 'in namespaces',
  none: 'without isolation',
}

const UNCOVERED: Readonly<Record<IsolationLevel, readonly string[]>> = {
  sandbox: ['commands have the network of the machine unless they say `network: none`'],
  namespaces: ['what ran could read your home, secrets in it included', 'it had the network of the machine'],
  none: [
    'what ran could read and write whatever you can',
    'it had the network of the machine',
    'processes that hid well may have outlived it',
  ],
}

function wordsFor(seen: IsolationSeen['agents']): string | null {
  const levels = ISOLATION_LEVELS.filter((level) => level in seen)
  const [only] = levels
  if (only === undefined) return null
  if (levels.length === 1) return NAMES[only]
  return levels.map((level) => `${NAMES[level]} (${seen[level]})`).join(' and ')
}
