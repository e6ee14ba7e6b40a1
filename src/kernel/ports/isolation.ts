import type { HostPattern } from '../host-pattern.ts'
import type { RefusedHost } from './door.ts'

/** How far programs are kept apart from the machine, best first. */
export const ISOLATION_LEVELS = ['sandbox', 'namespaces', 'none'] as const

/**
 * `sandbox`: sees only its own folders, the system and tool chains; `namespaces`: may write only to its own folders
 * and sees no process but its own; `none`: its group and its environment are all that tells what it started.
 */
export type IsolationLevel = (typeof ISOLATION_LEVELS)[number]

/** What is tried, and the least that will do: below `required` nothing is started. */
export interface Isolation {
  readonly wanted: IsolationLevel
  readonly required: IsolationLevel
}

export const DEFAULT_ISOLATION: Isolation = { wanted: 'sandbox', required: 'none' }

export function isAtLeast(level: IsolationLevel, required: IsolationLevel): boolean {
  return ISOLATION_LEVELS.indexOf(level) <= ISOLATION_LEVELS.indexOf(required)
}

/**
 * `open`: the machine's own network; `none`: only itself, over its own loopback; hosts: in a sandbox none but these,
 * through a door; elsewhere as if it were open.
 */
export type NetworkAccess = 'open' | 'none' | HostsAccess

export interface HostsAccess {
  /** Those of this machine are reached at the same port in there. */
  readonly hosts: readonly HostPattern[]
  /** Called once for every host that was wanted and is not among these. */
  readonly onRefused: (refused: RefusedHost) => void
}

/** What a program and everything it starts may use up; whoever uses more is ended. */
export interface ProcessLimits {
  readonly processes: number
  readonly memoryBytes: number
  /** Of a single file that it writes. */
  readonly fileBytes: number
}

export const DEFAULT_LIMITS: ProcessLimits = {
  processes: 4_096,
  memoryBytes: 32 * 1024 ** 3,
  fileBytes: 16 * 1024 ** 3,
}

/** What may be printed before a command is ended. */
export const MOST_OUTPUT_BYTES = 256 * 1024 ** 2

/** What was found about isolation on this machine, by trying it. */
export interface FoundIsolation {
  readonly level: IsolationLevel
  /** The program that makes it; `null` at level `none`. */
  readonly tool: string | null
  /** What would give a better level, in one line; `null` at the best one. */
  readonly missing: string | null
  /** What was seen to hold, in plain sentences. */
  readonly holds: readonly string[]
  /** What does not hold here, in plain sentences. */
  readonly lacks: readonly string[]
}
