import type { GivenValue } from '../config/read-values.ts'
import type { Settings } from '../config/settings.ts'
import type { SettingSource } from '../config/choose-settings.ts'
import { findBuiltIn } from '../playbooks/built-in-playbooks.ts'
import { refuseWide } from './allow.ts'
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
  /** The process that is to be followed; its policy is what the settings begin with. */
  readonly playbook?: string
}

/** Finds the repository around a folder and chooses its settings. */
export async function openHost({ cwd, environment, flags, playbook }: HostRequest): Promise<Host> {
  const [repository] = await Promise.all([findRepository(cwd, environment), requireGit(environment)])
  const policy = playbook === undefined ? null : (findBuiltIn(playbook)?.policy ?? null)
  const loaded = await loadSettings(repository.root, environment, flags, cwd, policy)
  const locations = findLocations(repository, environment, loaded.settings.state)
  const place = { environment, locations }
  for (const path of [...loaded.settings.sandbox.readable, ...loaded.settings.sandbox.writable])
    refuseWide(place, path)
  return { ...place, ...loaded }
}
