import { existsSync } from 'node:fs'
import { homedir } from 'node:os'
import { isAbsolute, join } from 'node:path'
import type { ProgramProfile } from '../../profiles/program-profile.ts'
import type { Environment } from '../locations.ts'

/** Whether somebody has logged in, and what tells so; looks, and never opens anything. */
export interface Login {
  readonly state: 'yes' | 'no' | 'unknown'
  /** The file or variable that was found. */
  readonly by: string | null
}

export function findLogin(profile: ProgramProfile | null, environment: Environment): Login {
  if (profile === null) return { state: 'unknown', by: null }
  const variable = profile.login.variables.find((name) => (environment[name] ?? '') !== '')
  if (variable !== undefined) return { state: 'yes', by: variable }
  const home = environment['HOME'] || homedir()
  const file = profile.login.files.find((path) => existsSync(placeOf(path, home, profile, environment)))
  return file === undefined ? { state: 'no', by: null } : { state: 'yes', by: `~/${file}` }
}

/** A program's own variable may have moved the folder that the file is in. */
function placeOf(
  path: string,
  home: string,
  { homeVariables }: Pick<ProgramProfile, 'homeVariables'>,
  environment: Environment,
): string {
  for (const [name, folder] of Object.entries(homeVariables)) {
    const moved = environment[name] ?? ''
    if (moved !== '' && path.startsWith(`${folder}/`)) return join(moved, path.slice(folder.length + 1))
  }
  return isAbsolute(path) ? path : join(home, path)
}
