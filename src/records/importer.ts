import type { GivenFiles } from './given-files.ts'

/** How files that one process wrote are told from others' and read. */
export interface Importer {
  /** Where the jobs of the process wait, from the root of the project, each in a folder of its own. */
  readonly home?: string
  /** Whether the files are this process's. Contract: never throws, whatever is in them. */
  recognises(given: Pick<GivenFiles, 'path' | 'files'>): boolean
  /**
   * What the files are about, in the words of whoever asked for it. Throws `bad-input` with file, line and what to do
   * when they cannot be gone on with.
   */
  objectiveOf(given: Pick<GivenFiles, 'path' | 'files'>): string
  /** The files among them, by path, that say what programs to start; without it, none does. */
  programsIn?(given: Pick<GivenFiles, 'path' | 'files'>): readonly string[]
}
