import { resolve } from 'node:path'
import type { SettingEffect } from '../config/commands-in.ts'
import { commandsIn } from '../config/commands-in.ts'
import { parseSettings } from '../config/parse-settings.ts'
import { findRepository } from '../adapters/git/find-repository.ts'
import type { TeamRole } from '../contracts/team-role.ts'
import type { BroughtFile } from './brought-files.ts'
import { pathInRepository, readBroughtFiles } from './brought-files.ts'
import type { Host } from './host.ts'
import type { Environment, Place } from './locations.ts'
import { teamRolesOf } from './team-roles.ts'
import { addTrust, removeTrust, untrustedOf } from './trust-store.ts'

/** What a repository brings that has a say in what Tutti does there. */
export interface Brought {
  readonly files: readonly BroughtFile[]
  /** Those of them that the user has not allowed as they are; none where every repository is trusted. */
  readonly untrusted: readonly BroughtFile[]
  /** What its tutti.yaml would start. */
  readonly commands: readonly SettingEffect[]
  readonly roles: readonly TeamRole[]
}

/** Reads what the checkout brings; `more` are further files that are to be used, as far as they are in it. */
export async function readBrought(
  { locations, environment, settings, policyFile }: Host,
  more: readonly string[] = [],
): Promise<Brought> {
  const { root, commonDir } = locations.repository
  const named = [...(policyFile === null ? [] : [policyFile]), ...more.map((file) => resolve(root, file))]
  const inside = named.map((file) => pathInRepository(root, file)).filter((path) => path !== null)
  const files = await readBroughtFiles(root, inside)
  const untrusted = settings.trust === 'all' ? [] : await untrustedOf(environment, commonDir, files)
  return { files, untrusted, commands: commandsOf(files), roles: teamRolesOf(files) }
}

/** Allows what was read as it was read. */
export async function allow({ cwd, environment }: Place, { files }: Brought): Promise<void> {
  const { commonDir } = await findRepository(cwd, environment)
  await addTrust(environment, commonDir, files)
}

/** Allows one file that Tutti itself has just written into the checkout around a folder. */
export async function allowWritten(folder: string, environment: Environment, path: string): Promise<void> {
  const { root, commonDir } = await findRepository(folder, environment)
  const files = await readBroughtFiles(root)
  await addTrust(
    environment,
    commonDir,
    files.filter((file) => file.path === path),
  )
}

/** Forgets everything that was allowed here; says whether there was anything. */
export async function revoke({ environment, locations }: Host): Promise<boolean> {
  return removeTrust(environment, locations.repository.commonDir)
}

function commandsOf(files: readonly BroughtFile[]): readonly SettingEffect[] {
  const own = files.find(({ path }) => path === 'tutti.yaml')
  return own === undefined ? [] : commandsIn(parseSettings(own.bytes.toString('utf8'), own.path).settings)
}
