/** Where the work stands, for lines that are logged in the midst of it. */
export interface Whereabouts {
  iteration: number
  group: string | null
  /** Iterations whose tasks a splitter made. */
  readonly split: Set<number>
  /** Attempts that a task had had before this run. */
  readonly earlier: Map<string, number>
}
