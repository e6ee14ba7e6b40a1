import { readFile, realpath } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { ProgramProfile } from '../../profiles/program-profile.ts'
import { asRecord, asText } from '../../kernel/untrusted-json.ts'
import { runShortly } from './run-shortly.ts'
import type { Environment } from '../locations.ts'

/** Which version of a program is here, and how it stands to the one that was tried. */
export interface InstalledVersion {
  /** Of the package that the program belongs to, else as the program tells it; `null` when neither says. */
  readonly version: string | null
  readonly tried: string | null
  readonly standing: 'as-tried' | 'newer' | 'older' | 'unknown'
}

/**
 * Looks at the package around the program's file first, because some programs count otherwise than their packages,
 * and asks the program only where there is none. Contract: takes no longer than that program is given.
 */
export async function installedVersion(
  profile: ProgramProfile,
  file: string,
  environment: Environment,
  patienceMs: number,
): Promise<InstalledVersion> {
  const found = await packageAround(file)
  const named = profile.tried.find((each) => isOf(each.package, found?.name ?? ''))
  if (found !== null && named !== undefined) return compared(found.version, named.version)
  const quiet = { ...environment, ...profile.quiet }
  const told = VERSION.exec((await runShortly(profile.version, quiet, patienceMs)) ?? '')?.[0] ?? null
  return compared(told, profile.tried[0]?.version ?? null)
}

/** The program itself may lie in a package for this kind of machine that is named after the one people install. */
function isOf(tried: string, name: string): boolean {
  return name === tried || (name.startsWith(`${tried}-`) && MACHINE.test(name))
}

const MACHINE = /-(linux|darwin|win32|windows)-/
const VERSION = /\d+\.\d+(?:\.\d+)*(?:-[0-9A-Za-z.]+)?/
const HIGHEST_FOLDERS = 12

async function packageAround(
  file: string,
): Promise<{ readonly name: string; readonly version: string } | null> {
  let folder = dirname(await realpath(file).catch(() => file))
  for (let steps = 0; steps < HIGHEST_FOLDERS; steps++) {
    const { name, version } = await readJson(join(folder, 'package.json'))
    if (asText(name) !== null && asText(version) !== null) {
      return { name: String(name), version: String(version) }
    }
    if (dirname(folder) === folder) return null
    folder = dirname(folder)
  }
  return null
}

async function readJson(file: string): Promise<Readonly<Record<string, unknown>>> {
  try {
    return asRecord(JSON.parse(await readFile(file, 'utf8')))
  } catch {
    return {}
  }
}

function compared(version: string | null, tried: string | null): InstalledVersion {
  if (version === null || tried === null) return { version, tried, standing: 'unknown' }
  if (version === tried) return { version, tried, standing: 'as-tried' }
  const difference = compareVersions(version, tried)
  return { version, tried, standing: difference === 0 ? 'unknown' : difference > 0 ? 'newer' : 'older' }
}

/** By their numbers from the left; words behind a hyphen do not count. */
export function compareVersions(one: string, other: string): number {
  const [left, right] = [one, other].map((text) => (text.split('-')[0] ?? '').split('.').map(Number))
  for (let at = 0; at < Math.max(left?.length ?? 0, right?.length ?? 0); at++) {
    const difference = (left?.[at] ?? 0) - (right?.[at] ?? 0)
    if (difference !== 0) return Math.sign(difference)
  }
  return 0
}
