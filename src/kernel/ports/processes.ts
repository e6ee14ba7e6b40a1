import type { Isolation, IsolationLevel, NetworkAccess, ProcessLimits } from './isolation.ts'

export interface LaunchRequest {
  readonly argv: readonly [string, ...string[]]
  readonly cwd: string
  readonly env: Readonly<Record<string, string>>
  /** What it is for, shown by `doctor` and in the ledger. */
  readonly label: string
  /**
   * A folder of the run's own. A process that works in it, started after this one, has lost its parent and has
   * wiped its environment is taken for one that this one left behind.
   */
  readonly folder?: string
  /** Asked for by everything that runs what an agent wrote or said. */
  readonly confined?: Confined
  /** Standard error joins standard output, in the order written, through a true pipe. */
  readonly mergeOutput?: boolean
}

/** What a confined program may touch. What is not named is read-only to it, and what is hidden is not there. */
export interface Confined {
  /**
   * Folders and files that it may write to; folders are made where they are missing. A TMPDIR that is not below
   * one of them is replaced by one in memory.
   */
  readonly writable: readonly string[]
  /** Files and folders that it must see although they lie where things are hidden. */
  readonly readable?: readonly string[]
  /**
   * A folder of ours beside its workspace for what it gets of its own in place of what is shared: caches, git's
   * objects and settings. Whoever must not influence another never shares it. Absent: nothing of it is kept.
   */
  readonly box?: string
  /** Absent: `open`. */
  readonly network?: NetworkAccess
  readonly limits?: Partial<ProcessLimits>
  /** It makes namespaces of its own in there, which nobody with root's number can: root gets another one. */
  readonly nests?: boolean
  /** Absent: what holds for the whole run. */
  readonly isolation?: Isolation
}

export interface ProcessEnd {
  readonly code: number | null
  readonly signal: string | null
}

export interface LaunchedProcess {
  /** Of the process that was started: the program, or the one that holds its namespace and takes it along. */
  readonly pid: number
  readonly stdin: WritableStream<Uint8Array>
  readonly stdout: ReadableStream<Uint8Array>
  /** The last of what it wrote to standard error; empty when that is merged into its output. */
  stderrTail(): string
  /** When the program has ended. In a namespace its streams may stay open as long as what it left behind runs. */
  readonly ended: Promise<ProcessEnd>
  /** How far it is kept apart; `none` where that was not asked for. */
  readonly confinement: IsolationLevel
  /** Which limit it ran into, in one sentence; it was ended then. */
  exceeded(): string | null
  /** Everybody else of its family that is running now, each by a name that no other process of this machine has. */
  others(): readonly string[]
  /** Closes its input, asks it to end, then ends it and everything it started; resolves with how many were left over. */
  end(graceMs: number): Promise<number>
}

export interface ReapedProcess {
  readonly pid: number
  readonly label: string
}

/**
 * Starts processes that cannot outlive their run unnoticed. Contract: a process's ledger entry is durable
 * before its program starts; one whose conductor dies before that never starts. A confined program that cannot be
 * kept as far apart as is required is refused.
 */
export interface Processes {
  launch(request: LaunchRequest): Promise<LaunchedProcess>
  /** Ends what a dead conductor of this run left behind, and only that. */
  reap(): Promise<readonly ReapedProcess[]>
  /** Ends everything this conductor has started and not yet ended. */
  endAll(): Promise<void>
}
