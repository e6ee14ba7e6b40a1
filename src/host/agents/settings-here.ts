import type { Settings } from '../../config/settings.ts'
import { RunFailure } from '../../kernel/failure.ts'
import type { Host } from '../host.ts'
import { openHost } from '../host.ts'
import { loadSettings } from '../load-settings.ts'
import type { Environment } from '../locations.ts'

export interface SettingsHere {
  readonly settings: Settings
  /** The repository around the folder; `null` where there is none. */
  readonly host: Host | null
}

/** The settings that hold in a folder, which need not be in a repository. */
export async function settingsHere(cwd: string, environment: Environment): Promise<SettingsHere> {
  try {
    const host = await openHost({ cwd, environment, flags: [] })
    return { settings: host.settings, host }
  } catch (thrown) {
    if (!(thrown instanceof RunFailure) || thrown.code !== 'repository-unfit') throw thrown
    return { settings: (await loadSettings(cwd, environment, [])).settings, host: null }
  }
}
