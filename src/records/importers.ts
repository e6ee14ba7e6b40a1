import type { ProcessName } from './given-files.ts'
import type { Importer } from './importer.ts'

/** A process that can go on from files of its own. */
export interface KnownImporter {
  readonly process: ProcessName
  readonly importer: Importer
  /** What it goes on with, for whoever gave something else. */
  readonly reads: string
}

/** Every process whose files can be given to a run. */
export const importers: readonly KnownImporter[] = []
