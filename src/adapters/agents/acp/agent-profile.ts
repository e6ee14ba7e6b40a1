/** How one configured agent is started and how long it may be silent. Plain data. */
export interface AgentProfile {
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
}
