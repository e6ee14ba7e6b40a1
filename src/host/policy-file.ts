import { join, resolve } from 'node:path'
import type { ParsedSettings } from '../config/parse-settings.ts'
import { parsePolicy } from '../config/parse-policy.ts'
import { RunFailure } from '../kernel/failure.ts'
import type { Environment } from './locations.ts'
import { readWrittenFile } from './read-written-file.ts'

/** Reads the policy file at a path; messages name it as it was named. */
export async function readPolicyFile(file: string, shown: string): Promise<ParsedSettings> {
  const text = await readWrittenFile(file, shown)
  if (text !== null) return parsePolicy(text, shown)
  const message = `There is no policy file ${shown}; name one that is there, or a built-in policy.`
  throw new RunFailure({ code: 'bad-input', message, where: shown })
}

/** Where a policy file is that a person named in a folder; `~/` is the home. */
export function policyPath(named: string, folder: string, environment: Environment): string {
  return named.startsWith('~/') ? join(environment['HOME'] ?? '/', named.slice(2)) : resolve(folder, named)
}
