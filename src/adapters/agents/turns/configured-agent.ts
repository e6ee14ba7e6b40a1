import type { ProgramProfile } from '../../../profiles/program-profile.ts'

/** One agent as it was chosen: how it is started, with which model, and how long it may be silent. Plain data. */
export interface ConfiguredAgent {
  readonly name: string
  readonly command: readonly [string, ...string[]]
  /** Laid over the environment that every agent gets. */
  readonly env?: Readonly<Record<string, string>>
  /** Whether its sessions may be taken up again by a new process. */
  readonly resume: boolean
  /** Longest silence within a turn. */
  readonly stallMs: number
  /** Longest turn. */
  readonly totalMs: number
  /** What is known of its program; `null` for a command of the user's own. */
  readonly program: ProgramProfile | null
  /** The model it must run; `null`: whichever it chooses. */
  readonly model: string | null
  readonly way: 'acp' | 'headless'
  /** Whether it gets a fresh home instead of the user's. */
  readonly freshHome?: boolean
}
