import { readFile } from 'node:fs/promises'
import { findRepository } from '../adapters/git/find-repository.ts'
import type { Settings } from '../config/settings.ts'
import { DEFAULT_STATE } from '../config/settings.ts'
import type { Environment, Locations } from './locations.ts'
import { findLocations } from './locations.ts'
import { settingsFiles } from './settings-files.ts'

/**
 * Where the runs around a folder live, for commands that only look. Settings are read only where they may speak
 * of that place: looking is quick, and mistakes elsewhere in them do not keep anybody from looking.
 */
export async function openRunStore(cwd: string, environment: Environment): Promise<Locations> {
  const repository = await findRepository(cwd, environment)
  const isMoved = await mayMoveState(repository.root, environment)
  const state = isMoved ? await readState(repository.root, environment) : DEFAULT_STATE
  return findLocations(repository, environment, state)
}

async function readState(root: string, environment: Environment): Promise<Settings['state']> {
  const { loadSettings } = await import('./load-settings.ts')
  return (await loadSettings(root, environment, [])).settings.state
}

/** Errs on the side of reading: the word need only stand outside a comment of a whole line. */
async function mayMoveState(root: string, environment: Environment): Promise<boolean> {
  if (Object.keys(environment).some((name) => name.startsWith('TUTTI_STATE'))) return true
  const { repository, user } = settingsFiles(root, environment)
  return (await mentionsState(repository)) || mentionsState(user)
}

async function mentionsState(file: string): Promise<boolean> {
  try {
    return /^(?![ \t]*#).*state/m.test(await readFile(file, 'utf8'))
  } catch (error) {
    return !(error instanceof Error && 'code' in error && error.code === 'ENOENT')
  }
}
