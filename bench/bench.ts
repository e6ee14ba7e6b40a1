/** One promise about speed or size. Contract: both sides are measured in the same run, on the same machine. */
export interface Bench {
  readonly name: string
  readonly unit: '×' | 'ms' | 'MB' | 'jobs'
  /** What a sample is compared with, for a person. */
  readonly against: string
  /** The most that the median of the samples may be. */
  readonly bound: number
  /** Chance has no part in it: a miss is not measured again. */
  readonly once?: true
  /** Writes only inside `scratch`, a folder of its own on the project's disk. */
  measure(scratch: string): Promise<Measured>
}

export interface Measured {
  readonly samples: readonly number[]
  /** Other figures of the same run, which decide nothing. */
  readonly beside: Readonly<Record<string, string>>
}
