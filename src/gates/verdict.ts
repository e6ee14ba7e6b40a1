/** What Tutti found when it ran the proving commands on one commit. An errored verdict is never a pass. */
export type Verdict = {
  readonly status: 'passed' | 'failed' | 'errored'
  readonly commit: string
  readonly tree: string
  /** One clear sentence for a person. */
  readonly message: string
  readonly evidence: readonly Evidence[]
}

export type Evidence = {
  readonly command: string
  readonly exitCode: number | null
  readonly durationMs: number
  readonly outputFile: string
  /** The end of what it printed. */
  readonly output: string
  /** Processes the command left behind, which were ended. */
  readonly leftovers: number
  /** Names of variables that the command was not given. */
  readonly withheld: readonly string[]
}

export type ProvingCommand = {
  readonly name: string
  readonly command: string
  readonly timeoutMs: number
}
