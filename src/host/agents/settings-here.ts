import type { Settings } from '../../config/settings.ts'
import { RunFailure } from '../../kernel/failure.ts'
import { openHost } from '../host.ts'
import { loadSettings } from '../load-settings.ts'
import type { Environment } from '../locations.ts'

/** The settings that hold in a folder, which need not be in a repository. */
export async function settingsHere(cwd: string, environment: Environment): Promise<Settings> {
  try {
    return (await openHost({ cwd, environment, flags: [] })).settings
  } catch (thrown) {
    if (!(thrown instanceof RunFailure) || thrown.code !== 'repository-unfit') throw thrown
    return (await loadSettings(cwd, environment, [])).settings
  }
}
