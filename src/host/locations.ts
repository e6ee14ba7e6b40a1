import { homedir, userInfo } from 'node:os'
import { isAbsolute, join } from 'node:path'
import type { RepositoryPlace } from '../adapters/git/find-repository.ts'
import { repositoryId } from '../adapters/git/find-repository.ts'
import type { Settings } from '../config/settings.ts'
import { RunFailure } from '../kernel/failure.ts'
import { realPlace } from './real-place.ts'

export type Environment = Readonly<Record<string, string | undefined>>

/** Where somebody stands who speaks to Tutti. */
export interface Place {
  readonly cwd: string
  readonly environment: Environment
}

/** Where everything about one repository lives. Nothing of it is inside the user's checkout. */
export interface Locations {
  readonly repository: RepositoryPlace
  /** Holds a folder for each run: journal, outputs, ledger, lock. */
  readonly runs: string
  /** Holds a folder for each run's worktrees. */
  readonly worktrees: string
  /** The file of the user's own key, which no agent and no gate may reach. */
  readonly key: string
}

export function findLocations(
  repository: RepositoryPlace,
  environment: Environment,
  state: Settings['state'],
): Locations {
  const id = repositoryId(repository.commonDir)
  const key = keyFile(environment)
  refuseBroughtKey(repository, key, environment)
  return {
    repository,
    runs: join(
      state.journals === null ? join(repository.commonDir, 'tutti') : join(state.journals, id),
      'runs',
    ),
    worktrees: join(state.worktrees ?? join(stateHome(environment), 'tutti'), id),
    key,
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

export function keyFile(environment: Environment): string {
  return join(stateHome(environment), 'tutti', 'key')
}

/** As the standard of these variables has it, one that is not absolute is none. */
export function configHome(environment: Environment): string {
  return wholePath(environment['XDG_CONFIG_HOME']) ?? join(homeOf(environment), '.config')
}

export function stateHome(environment: Environment): string {
  return wholePath(environment['XDG_STATE_HOME']) ?? join(homeOf(environment), '.local', 'state')
}

/** Read from a folder of somebody's project, the home would be what that project says. */
function homeOf(environment: Environment): string {
  return wholePath(environment['HOME']) ?? wholePath(homedir()) ?? userInfo().homedir
}

function wholePath(path: string | undefined): string | null {
  return path !== undefined && isAbsolute(path) ? path : null
}

/**
 * Refuses a key that lies in the checkout: it could have come with it, and so could runs that it seals. A home that is a
 * checkout itself is its user's own.
 */
function refuseBroughtKey({ root }: RepositoryPlace, key: string, environment: Environment): void {
  const places = [key, realPlace(key)]
  if (!places.some((place) => place.startsWith(`${root}/`)) || realPlace(homeOf(environment)) === root) return
  const message = `The key ${key} would lie in the repository that it seals the runs of; let XDG_STATE_HOME and HOME name folders outside of ${root}.`
  throw new RunFailure({ code: 'bad-input', message })
}
