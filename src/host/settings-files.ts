import { join } from 'node:path'
import type { Environment } from './locations.ts'
import { configHome } from './locations.ts'

export interface SettingsFiles {
  readonly repository: string
  readonly user: string
}

/** Where settings may be written; neither file need be there. */
export function settingsFiles(root: string, environment: Environment): SettingsFiles {
  return { repository: join(root, 'tutti.yaml'), user: join(configHome(environment), 'tutti', 'tutti.yaml') }
}
