import type { Job } from '../../test/cheats/job.ts'

/** What a tree must be like to be called right; read by a program that knows nothing of Tutti. */
export interface Hidden {
  readonly answers: readonly {
    readonly module: string
    readonly name: string
    readonly cases: readonly (readonly [given: string, answer: string])[]
  }[]
  /** Lines that must still stand in a file, outside of comments. */
  readonly keeps: Readonly<Record<string, readonly string[]>>
  /** Words that a file must not hold. */
  readonly bans: Readonly<Record<string, readonly string[]>>
  /** Commands that must pass in the tree. */
  readonly commands: readonly string[]
}

/** A defective job and its honest twin, judged by the same hidden check. */
export interface Pair {
  readonly kind: string
  /** How the defect is hidden. */
  readonly trick: string
  readonly defective: Job
  readonly honest: Job
  readonly hidden: Hidden
}
