import { controlflowImporter } from './controlflow/importer.ts'
import { gemTeamImporter } from './gem-team/importer.ts'
import type { ProcessName } from './given-files.ts'
import type { Importer } from './importer.ts'
import { jiraLoopImporter } from './jira-loop/importer.ts'
import { teamCoordinateImporter } from './team-coordinate/importer.ts'

/** A process that can go on from files of its own. */
export interface KnownImporter {
  readonly process: ProcessName
  readonly importer: Importer
  /** What it goes on with, for whoever gave something else. */
  readonly reads: string
}

/** Every process whose files can be given to a run. */
export const importers: readonly KnownImporter[] = [
  {
    process: 'gem-team',
    importer: gemTeamImporter,
    reads: 'docs/plan/ID with its plan.yaml',
  },
  {
    process: 'jira-loop',
    importer: jiraLoopImporter,
    reads: 'prompts/ABC-1 with its progress.yaml',
  },
  {
    process: 'controlflow',
    importer: controlflowImporter,
    reads: 'plans/NAME-plan.md, with plans/artifacts where there is one',
  },
  {
    process: 'team-coordinate',
    importer: teamCoordinateImporter,
    reads: '.workflow/.team/TC-NAME with its team-session.json',
  },
]
