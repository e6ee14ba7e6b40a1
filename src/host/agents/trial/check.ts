import type { ScriptedScene } from '../../../adapters/models/scripted/scenario.ts'
import type { Trial } from './trial.ts'

export type CheckState = 'passed' | 'failed' | 'not-offered' | 'not-run'

/** What one check has seen, in a sentence that says it exactly. */
export interface Seen {
  readonly state: CheckState
  readonly seen: string
}

/** One thing that an agent must or may be able to do. Contract: `look` rejects only when the trial itself cannot go on. */
export interface Check {
  readonly id: string
  readonly title: string
  /** Without it Tutti cannot work with the agent. */
  readonly required: boolean
  /** The ways of leading an agent that it applies to; both where it is not said. */
  readonly way?: 'acp' | 'headless'
  /** Set where only a model that plays a scenario does what the check needs. */
  readonly scriptedOnly?: true
  /** It may change the scratch repository, which is made as it was before and after. */
  readonly writes?: true
  /** What the scripted model does in the check's turns. */
  readonly scenes?: (trial: Pick<Trial, 'scratch'>) => readonly ScriptedScene[]
  readonly look: (trial: Trial) => Promise<Seen>
}

export interface CheckResult extends Seen {
  readonly id: string
  readonly title: string
  readonly required: boolean
  readonly ms: number
}

export function passed(seen: string): Seen {
  return { state: 'passed', seen }
}

export function failed(seen: string): Seen {
  return { state: 'failed', seen }
}

export function notOffered(seen: string): Seen {
  return { state: 'not-offered', seen }
}
