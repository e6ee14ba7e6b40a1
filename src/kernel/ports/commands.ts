import type { Activity } from './activity.ts'
import type { IsolationLevel } from './isolation.ts'

export interface CommandRequest {
  readonly step: string
  readonly attempt: number
  /** A shell command line, as a person would type it. */
  readonly command: string
  readonly path: string
  readonly timeoutMs: number
  /** Files that it writes a report to, by path or pattern (`*`, `**`, `?`) below `path`. */
  readonly reports?: readonly string[]
  /** Absent: `open`. */
  readonly network?: 'open' | 'none'
}

export interface ReportFile {
  readonly path: string
  readonly text: string
}

export interface CommandResult {
  /** `null` when the command was ended by a signal, by its timeout or because it passed a limit. */
  readonly exitCode: number | null
  /** What ended it: a signal, or the limit that it passed. */
  readonly signal: string | null
  readonly timedOut: boolean
  readonly durationMs: number
  /** The end of what it printed, up to the cap. */
  readonly output: string
  readonly outputBytes: number
  /** All of what it printed, up to 8 MB; of more than that, its beginning and its end. */
  readonly text: string
  /** Report files that this very command has written. */
  readonly reports: readonly ReportFile[]
  /** Whether nothing of the text and of the reports was left out. */
  readonly whole: boolean
  /** The whole of what it printed. */
  readonly outputFile: string
  /** Processes that outlived the command and were ended. */
  readonly leftovers: number
  /** Names of variables that the allow-list withheld. */
  readonly withheld: readonly string[]
  /** How far it was kept apart; absent where nobody tells. */
  readonly isolation?: IsolationLevel
}

/**
 * Build, test and prepare commands. Contract: when `run` settles, everything the command started is gone.
 * A command that fails is a result; only a command that cannot be started throws.
 */
export interface Commands {
  run(
    request: CommandRequest,
    hooks: { readonly signal: AbortSignal; readonly onActivity: (activity: Activity) => void },
  ): Promise<CommandResult>
  /**
   * Stands for everything that command lines depend on beside the files of their workspace: the variables they
   * get and the programs they find. Contract: nothing is started; where one of these changes, so does the answer.
   */
  identity(commands: readonly string[]): Promise<string>
}
