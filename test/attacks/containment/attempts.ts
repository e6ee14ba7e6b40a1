import type { Attempt } from './attempt.ts'
import { processes } from './rows/processes.ts'
import { reads } from './rows/reads.ts'
import { system } from './rows/system.ts'
import { writes } from './rows/writes.ts'

/** Every attempt of a hostile agent or gate; docs/isolation.md shows the same. */
export const attempts: readonly Attempt[] = [...reads, ...processes, ...system, ...writes]
