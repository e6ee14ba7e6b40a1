import type { GivenValue } from '../config/read-values.ts'
import type { Settings } from '../config/settings.ts'
import type { SettingSource } from '../config/choose-settings.ts'
import type { Environment, Locations } from './locations.ts'
import { findLocations } from './locations.ts'
import { loadSettings } from './load-settings.ts'
import { findRepository, requireGit } from '../adapters/git/find-repository.ts'

/** One repository, its settings, and where its runs live. */
export interface Host {
  readonly environment: Environment
  readonly locations: Locations
  readonly settings: Settings
  readonly sources: Readonly<Record<string, SettingSource>>
  /** The file that the policy comes from; `null` where it is a built-in one. */
  readonly policyFile: string | null
}

export interface HostRequest {
  readonly cwd: string
  readonly environment: Environment
  readonly flags: readonly GivenValue[]
}

/** Finds the repository around a folder and chooses its settings. */
export async function openHost({ cwd, environment, flags }: HostRequest): Promise<Host> {
  const [repository] = await Promise.all([findRepository(cwd, environment), requireGit(environment)])
  const loaded = await loadSettings(repository.root, environment, flags, cwd)
  return { environment, locations: findLocations(repository, environment, loaded.settings.state), ...loaded }
}
