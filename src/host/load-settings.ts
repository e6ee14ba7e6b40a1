import { readFile } from 'node:fs/promises'
import type { ParsedSettings } from '../config/parse-settings.ts'
import { parseSettings } from '../config/parse-settings.ts'
import type { GivenValue } from '../config/read-values.ts'
import type { ResolvedSettings } from '../config/resolve-settings.ts'
import { resolveSettings } from '../config/resolve-settings.ts'
import { RunFailure } from '../kernel/failure.ts'
import type { Environment } from './locations.ts'
import { settingsFiles } from './settings-files.ts'

/** Variables of Tutti's own that are no settings. */
const ownVariables = ['TUTTI_TRACE', 'TUTTI_MARKER', 'TUTTI_LAUNCH', 'TUTTI_PORTS']

/** Reads tutti.yaml of the repository and of the user, the variables and the flags, and chooses every value. */
export async function loadSettings(
  root: string,
  environment: Environment,
  flags: readonly GivenValue[],
): Promise<ResolvedSettings> {
  const files = settingsFiles(root, environment)
  return resolveSettings({
    flags,
    environment,
    ignoredVariables: [
      ...ownVariables,
      ...Object.keys(environment).filter((name) => name.startsWith('TUTTI_TEST_')),
    ],
    repositoryFile: await readSettings(files.repository, 'tutti.yaml'),
    userFile: await readSettings(files.user, files.user),
  })
}

async function readSettings(file: string, shown: string): Promise<ParsedSettings | null> {
  let text: string
  try {
    text = await readFile(file, 'utf8')
  } catch (cause) {
    if (isMissing(cause)) return null
    const message = `${shown} cannot be read: ${whyUnreadable(cause)}.`
    throw new RunFailure({ code: 'bad-input', message, where: shown }, { cause })
  }
  return parseSettings(text, shown)
}

function isMissing(error: unknown): boolean {
  const code = codeOf(error)
  return code === 'ENOENT' || code === 'ENOTDIR'
}

function whyUnreadable(error: unknown): string {
  switch (codeOf(error)) {
    case 'EACCES':
    case 'EPERM':
      return 'permission was denied; let this user read it'
    case 'EISDIR':
      return 'it is a folder; move it away'
    default:
      return error instanceof Error ? error.message : String(error)
  }
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : null
}
