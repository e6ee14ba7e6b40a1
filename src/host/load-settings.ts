import { availableParallelism } from 'node:os'
import { dirname } from 'node:path'
import type { ParsedSettings } from '../config/parse-settings.ts'
import { parseSettings } from '../config/parse-settings.ts'
import { isBuiltIn } from '../config/policy-settings.ts'
import type { GivenValue } from '../config/read-values.ts'
import type { ResolvedSettings } from '../config/resolve-settings.ts'
import { resolveSettings } from '../config/resolve-settings.ts'
import type { BuiltInPolicy } from '../policy/built-in-policies.ts'
import type { Environment } from './locations.ts'
import { policyPath, readPolicyFile } from './policy-file.ts'
import { readWrittenFile } from './read-written-file.ts'
import { settingsFiles } from './settings-files.ts'

/** Variables of Tutti's own that are no settings. */
const ownVariables = [
  'TUTTI_TRACE',
  'TUTTI_MARKER',
  'TUTTI_LAUNCH',
  'TUTTI_CONDUCTOR',
  'TUTTI_PORTS',
  'TUTTI_TOOLS_URL',
  'TUTTI_TOOLS_TOKEN',
]

export interface LoadedSettings extends ResolvedSettings {
  /** The file that the policy comes from; `null` where it is a built-in one. */
  readonly policyFile: string | null
}

/**
 * Reads tutti.yaml of the repository and of the user, the policy file they name, the variables and the flags, and
 * chooses every value. A path in a flag is meant from the folder the user stands in.
 */
export async function loadSettings(
  root: string,
  environment: Environment,
  flags: readonly GivenValue[],
  cwd: string = root,
  processPolicy: BuiltInPolicy | null = null,
): Promise<LoadedSettings> {
  const files = settingsFiles(root, environment)
  const input = {
    flags,
    environment,
    ignoredVariables: [
      ...ownVariables,
      ...Object.keys(environment).filter((name) => name.startsWith('TUTTI_TEST_')),
    ],
    repositoryFile: await readSettings(files.repository, 'tutti.yaml'),
    userFile: await readSettings(files.user, files.user),
    ...(processPolicy === null ? {} : { processPolicy }),
    cores: availableParallelism(),
  }
  const resolved = resolveSettings(input)
  const { base } = resolved.settings.policy
  if (isBuiltIn(base)) return { ...resolved, policyFile: null }
  const source = resolved.sources['policy.base']?.source
  const folder = source === 'flag' ? cwd : source === 'user' ? dirname(files.user) : root
  const policyFile = policyPath(base, folder, environment)
  return { ...resolveSettings({ ...input, policyFile: await readPolicyFile(policyFile, base) }), policyFile }
}

async function readSettings(file: string, shown: string): Promise<ParsedSettings | null> {
  const text = await readWrittenFile(file, shown)
  return text === null ? null : parseSettings(text, shown)
}
