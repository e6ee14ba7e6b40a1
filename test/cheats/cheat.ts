import type { Place } from '../crash/place.ts'
import type { Job } from './job.ts'

/** One way to cheat, and beside it somebody who does the like honestly. */
export interface Cheat {
  readonly name: string
  /** What the cheating agent does, for the table. */
  readonly does: string
  readonly cheating: Job
  readonly honest: Job
  /**
   * `refused`: the job must not be called done. `undone`: the work itself is right, so that the job may be called
   * done, and what was done beside it must be gone.
   */
  readonly ends: 'refused' | 'undone'
  /** Words of the journal that show that this very thing was noticed. */
  readonly named: RegExp
  /** Has no effect at all in the sandbox, where nothing is left to be noticed; below it must be named. */
  readonly idleInSandbox?: boolean
  /** The agents are processes of their own. */
  readonly asProgram?: boolean
  /** The conductor is a process of its own too: the built command line, resumed when it was killed. */
  readonly throughCli?: boolean
  /** Before the run, in the user's repository. */
  readonly arrange?: (place: Place) => Promise<void>
  /** What is wrong after the run, besides what is checked for everyone. */
  readonly inspect?: (place: Place, delivered: string | null) => Promise<readonly string[]>
  /** Paths of the user's that may differ after the run, because they may be the user's own work. */
  readonly mayDiffer?: RegExp
  /** The most attempts that the journal may show. */
  readonly mostAttempts?: number
}
