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
}

export interface HostRequest {
  readonly cwd: string
  readonly environment: Environment
  readonly flags: readonly GivenValue[]
}

/** Finds the repository around a folder and chooses its settings. */
export async function openHost({ cwd, environment, flags }: HostRequest): Promise<Host> {
  const [repository] = await Promise.all([findRepository(cwd, environment), requireGit(environment)])
  const { settings, sources } = await loadSettings(repository.root, environment, flags)
  return { environment, locations: findLocations(repository, environment, settings.state), settings, sources }
}
