import { homedir } from 'node:os'
import { join } from 'node:path'
import type { RepositoryPlace } from '../adapters/git/find-repository.ts'
import { repositoryId } from '../adapters/git/find-repository.ts'
import type { Settings } from '../config/settings.ts'

export type Environment = Readonly<Record<string, string | undefined>>

/** Where everything about one repository lives. Nothing of it is inside the user's checkout. */
export interface Locations {
  readonly repository: RepositoryPlace
  /** Holds a folder for each run: journal, outputs, ledger, lock. */
  readonly runs: string
  /** Holds a folder for each run's worktrees. */
  readonly worktrees: string
}

export function findLocations(
  repository: RepositoryPlace,
  environment: Environment,
  state: Settings['state'],
): Locations {
  const id = repositoryId(repository.commonDir)
  return {
    repository,
    runs: join(
      state.journals === null ? join(repository.commonDir, 'tutti') : join(state.journals, id),
      'runs',
    ),
    worktrees: join(state.worktrees ?? join(stateHome(environment), 'tutti'), id),
  }
}

/** The files of one run. */
export interface RunFolder {
  readonly root: string
  readonly journal: string
  readonly inbox: string
  readonly outputs: string
  readonly ledger: string
  readonly activity: string
}

export function runFolder(locations: Pick<Locations, 'runs'>, run: string): RunFolder {
  const root = join(locations.runs, run)
  return {
    root,
    journal: join(root, 'journal.jsonl'),
    inbox: join(root, 'inbox'),
    outputs: join(root, 'outputs'),
    ledger: join(root, 'processes.jsonl'),
    activity: join(root, 'activity.jsonl'),
  }
}

export function configHome(environment: Environment): string {
  return environment['XDG_CONFIG_HOME'] || join(environment['HOME'] || homedir(), '.config')
}

export function stateHome(environment: Environment): string {
  return environment['XDG_STATE_HOME'] || join(environment['HOME'] || homedir(), '.local', 'state')
}
