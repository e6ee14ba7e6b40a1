import type { IsolationLevel } from '../../../src/kernel/ports/isolation.ts'
import type { AttackTools, Place } from './attack-tools.ts'

export type Role = 'agent' | 'gate'

/** What a level promises about an attempt: that it fails, that it fails for agents only, or nothing. */
export type Promised = 'held' | 'held for agents' | 'open'

export interface Attempt {
  /** As it stands in docs/containment.md: what a hostile program would do. */
  readonly name: string
  readonly promised: Readonly<Record<IsolationLevel, Promised>>
  /**
   * Who gets through where nothing is kept apart: without that the attempt would prove nothing. `varies`: it is the
   * system's to say.
   */
  readonly works: 'for everybody' | 'for root' | 'varies'
  /** Runs within the confinement, as text: it may use nothing but its tools. What it gives says that it got through. */
  readonly act: (tools: AttackTools, given: string) => unknown
  /** What else it is told. */
  readonly given?: string
  /** Where what it did is looked for from outside; absent: its own word counts, and it gives a secret as proof. */
  readonly leaves?: (place: Place) => string
}

/** Held by every level that confines anything. */
export const CONFINED = { sandbox: 'held', namespaces: 'held', none: 'open' } as const
/** Held where homes and what the machine shares are out of sight. */
export const SANDBOXED = { sandbox: 'held', namespaces: 'open', none: 'open' } as const
/** Held where there is no network but the listed hosts. */
export const UNREACHED = { sandbox: 'held for agents', namespaces: 'open', none: 'open' } as const
/** Nobody promises anything. */
export const NOWHERE = { sandbox: 'open', namespaces: 'open', none: 'open' } as const

export function isPromised({ promised }: Attempt, level: IsolationLevel, role: Role): boolean {
  const at = promised[level]
  return at === 'held' || (at === 'held for agents' && role === 'agent')
}
