import { findRepository } from '../adapters/git/find-repository.ts'
import type { SettingSource } from '../config/choose-settings.ts'
import { isBuiltIn } from '../config/policy-settings.ts'
import type { PolicySettings } from '../config/policy-schema.ts'
import type { ResolvedSettings } from '../config/resolve-settings.ts'
import { resolveSettings } from '../config/resolve-settings.ts'
import { loadSettings } from './load-settings.ts'
import type { Environment } from './locations.ts'
import { policyPath, readPolicyFile } from './policy-file.ts'

export interface PolicyView {
  /** The built-in policy that it changes parts of. */
  readonly builtIn: string
  readonly policy: PolicySettings
  /** By dotted key, as in tutti.yaml. */
  readonly sources: Readonly<Record<string, SettingSource>>
}

/** The policy that a run here would have; or the one of a name or a file, by itself and wherever one stands. */
export async function viewPolicy(
  named: string | undefined,
  cwd: string,
  environment: Environment,
): Promise<PolicyView> {
  const resolved =
    named === undefined
      ? await loadSettings((await findRepository(cwd, environment)).root, environment, [], cwd)
      : await resolveNamed(named, cwd, environment)
  const own = Object.entries(resolved.sources).filter(([key]) => key.startsWith('policy.'))
  return {
    builtIn: resolved.builtIn,
    policy: resolved.settings.policy,
    sources: Object.fromEntries(own),
  }
}

async function resolveNamed(named: string, cwd: string, environment: Environment): Promise<ResolvedSettings> {
  const input = {
    flags: [{ name: named, key: 'policy.base', value: named }],
    environment: {},
    ignoredVariables: [],
    repositoryFile: null,
    userFile: null,
  }
  const resolved = resolveSettings(input)
  if (isBuiltIn(named)) return resolved
  const policyFile = await readPolicyFile(policyPath(named, cwd, environment), named)
  return resolveSettings({ ...input, policyFile })
}
