import { readFileSync } from 'node:fs'
import type { Environment, Locations } from './locations.ts'
import { findSeals } from './seals.ts'

/** Names the key of whoever conducts, in the environment of everything that is started for a run. */
export const CONDUCTOR_VARIABLE = 'TUTTI_CONDUCTOR'

const MARKER_VARIABLE = 'TUTTI_MARKER'
const MOST_ANCESTORS = 1000

const UNKNOWN = Symbol('unknown')

/**
 * The marker of the run that this process is at work for, when that run is conducted with the key that is used here
 * or in the repository that is meant here; `null` for a person's own process. Whoever works on Tutti with Tutti has
 * another key in another state folder, and may do there what he likes. What this process and its ancestors were started
 * with counts too, because a process can clear the environment that it passes on.
 */
export async function conductedFrom(
  environment: Environment,
  { key, repository }: Pick<Locations, 'key'> & { readonly repository: Locations['repository'] | null },
): Promise<string | null> {
  // A key that cannot be used tells nobody apart, and could have been spoilt for that.
  const own = await findSeals({ key }).then(
    (seals) => seals?.name ?? null,
    () => UNKNOWN,
  )
  for (const each of [environment, environmentOf(process.pid), ...ancestors()]) {
    const marker = each[MARKER_VARIABLE]
    if (marker === undefined) continue
    if (own === UNKNOWN || (own !== null && each[CONDUCTOR_VARIABLE] === own)) return marker
    if (repository !== null && marker.startsWith(`${repository.commonDir}#`)) return marker
  }
  return null
}

/** Environments that the processes above this one were started with, as far as they can be read. */
function* ancestors(): Generator<Environment> {
  let pid = process.pid
  for (let count = 0; count < MOST_ANCESTORS; count += 1) {
    pid = parentOf(pid)
    if (pid <= 0) return
    yield environmentOf(pid)
  }
}

/** 0 where there is none, or none that can be told. */
function parentOf(pid: number): number {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The name in brackets may hold anything, brackets too.
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1])
  } catch {
    return 0
  }
}

/** Nothing of a process that is another user's, or gone. */
function environmentOf(pid: number): Environment {
  try {
    const lines = readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0')
    return Object.fromEntries(
      lines.map((line) => {
        const at = line.indexOf('=')
        return [line.slice(0, at), line.slice(at + 1)]
      }),
    )
  } catch {
    return {}
  }
}
