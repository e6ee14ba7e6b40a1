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
  /**
   * A process namespace of its own, where the system allows it: whatever it starts dies with it. With `writable`
   * everything but these folders, which are made where they are missing, is read-only to it, where the system
   * allows that too; a TMPDIR outside them is then replaced by one in memory.
   */
  readonly confined?: { readonly writable: readonly string[] | null }
  /** Standard error joins standard output, in the order written, through a true pipe. */
  readonly mergeOutput?: boolean
}

/** `none`: its group and its environment are all that tells what it started; `read-only`: it cannot write either. */
export type Confinement = 'none' | 'processes' | 'read-only'

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
  /** What of the confinement that was asked for is in force. */
  readonly confinement: Confinement
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
 * before its program starts; one whose conductor dies before that never starts.
 */
export interface Processes {
  launch(request: LaunchRequest): Promise<LaunchedProcess>
  /** Ends what a dead conductor of this run left behind, and only that. */
  reap(): Promise<readonly ReapedProcess[]>
  /** Ends everything this conductor has started and not yet ended. */
  endAll(): Promise<void>
}
