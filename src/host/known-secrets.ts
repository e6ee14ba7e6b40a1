import { readFile } from 'node:fs/promises'
import { homedir } from 'node:os'
import { join } from 'node:path'
import type { ProgramProfile } from '../profiles/program-profile.ts'
import { looksSecret } from './agent-environment.ts'
import type { Environment } from './locations.ts'

const LONGEST_FILE = 100_000
const NO_SECRET =
  /^[/~.]|^\w+:\/\/(?![^/]*@)|\s|^[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}$|^\d{4}-\d\d-\d\dT/i

/**
 * Secrets that this machine holds itself, by their values: those of variables whose name says so, and those in the
 * logins of agents. A value that could be an ordinary word, a number or a path is none.
 */
export async function knownSecrets(
  environment: Environment,
  programs: readonly Pick<ProgramProfile, 'login'>[],
): Promise<readonly string[]> {
  const ofVariables = Object.entries(environment).flatMap(([name, value = '']) =>
    looksSecret(name) && isUnmistakable(value, 10) ? [value] : [],
  )
  const home = environment['HOME'] ?? homedir()
  const files = [...new Set(programs.flatMap(({ login }) => login.files))]
  const texts = await Promise.all(files.map((file) => readFile(join(home, file), 'utf8').catch(() => '')))
  return [...new Set([...ofVariables, ...texts.flatMap(secretsIn)])]
}

/** Whatever is long and mixed between quotes, or stands alone behind a sign. */
function secretsIn(text: string): readonly string[] {
  const words = text.slice(0, LONGEST_FILE).match(/[^\s"'`=:,{}[\]]{24,}/g) ?? []
  return words.filter((word) => isUnmistakable(word, 24))
}

function isUnmistakable(value: string, least: number): boolean {
  const classes = [/[a-z]/, /[A-Z]/, /\d/].filter((letters) => letters.test(value)).length
  const isLong = value.length >= least && (classes === 3 || (classes === 2 && value.length >= 16))
  return isLong && !NO_SECRET.test(value)
}
