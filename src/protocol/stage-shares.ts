import type { StageName } from '../stages/facts.ts'

/** What each stage adds to the percentage when it is behind us. */
export const stageShares: readonly (readonly [StageName, number])[] = [
  ['intake', 5],
  ['discuss', 0],
  ['specify', 0],
  ['research', 15],
  ['plan', 10],
  ['challenge', 0],
  ['approve', 0],
  ['execute', 65],
  ['review', 0],
  ['learn', 0],
  ['deliver', 5],
]
