import { homedir } from 'node:os'
import { join, resolve } from 'node:path'
import { RunFailure } from '../kernel/failure.ts'
import { parseHostPattern } from '../kernel/host-pattern.ts'
import type { Allowed, AllowanceKind } from './allow-store.ts'
import { addAllowed } from './allow-store.ts'
import type { Environment, Locations } from './locations.ts'
import { stateHome } from './locations.ts'
import { realPlace } from './real-place.ts'

export interface AllowPlace {
  readonly environment: Environment
  readonly locations: Pick<Locations, 'repository'>
}

/** Remembers a person's word for one repository. Throws `bad-input` for what would open more than it says. */
export async function allowMore(
  place: AllowPlace,
  kind: AllowanceKind,
  values: readonly string[],
  cwd: string,
): Promise<Allowed> {
  const meant = values.map((value) => allowance(place, kind, value, cwd))
  return addAllowed(place.environment, place.locations.repository.commonDir, kind, meant)
}

/** A value as it is remembered: a host in small letters, or a whole path without links, which could lead elsewhere later. */
export function allowance(place: AllowPlace, kind: AllowanceKind, value: string, cwd: string): string {
  if (kind === 'host') return hostValue(value)
  const home = place.environment['HOME'] || homedir()
  const path = resolve(cwd, value === '~' ? home : value.replace(/^~\//, `${home}/`))
  refuseWide(place, path)
  return realPlace(path)
}

/** Throws `bad-input` for a path that holds more than anybody can mean, or what Tutti itself leans on. */
export function refuseWide({ environment, locations }: AllowPlace, path: string): void {
  const home = environment['HOME'] || homedir()
  const own = [join(stateHome(environment), 'tutti'), locations.repository.commonDir]
  // A link opens what it leads to: both names are held against both names of what must stay shut.
  for (const opened of new Set([path, realPlace(path)])) {
    const holds = (folder: string): boolean =>
      opened === '/' || folder === opened || folder.startsWith(`${opened}/`)
    const isIn = (folder: string): boolean => holds(folder) || opened.startsWith(`${folder}/`)
    const isHome = [home, realPlace(home)].some((each) => holds(each))
    if (!isHome && ![...own, ...own.map((each) => realPlace(each))].some((each) => isIn(each))) continue
    const what = isHome ? 'holds your whole home' : "holds what proves a run's work"
    throw new RunFailure({
      code: 'bad-input',
      message: `${path} cannot be opened to the sandbox, because it ${what}; name the file or folder in it that is needed.`,
    })
  }
}

function hostValue(value: string): string {
  const pattern = parseHostPattern(value)
  if (pattern === null) {
    throw new RunFailure({
      code: 'bad-input',
      message: `"${value}" is no host; write api.example.com, *.example.com, or localhost:11434 with the port.`,
    })
  }
  return value.trim().toLowerCase()
}
