import { accessSync, constants, existsSync, readFileSync } from 'node:fs'
import { mkdir, realpath } from 'node:fs/promises'
import { dirname, extname, isAbsolute } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { Confinement, LaunchRequest } from '../../kernel/ports/processes.ts'
import { confinedCommand, namespaceWays, servicesToMask } from './confined-command.ts'
import type { NamespaceWay } from './confined-command.ts'
import { gatedCommand, launchGated } from './launch-gated.ts'
import type { GatedProcess } from './launch-gated.ts'
import { isWithin, writableMounts } from './mount-table.ts'
import { readProcessTable } from './process-table.ts'
import { PRIVATE_TEMPORARY, writablePlaces } from './read-only-script.ts'
import type { ReadOnlyPlaces } from './read-only-script.ts'

/** A process at its gate, and what of the confinement that was asked for was seen to hold. */
export interface ConfinedProcess {
  readonly gated: GatedProcess
  readonly confinement: Confinement
  /** The program's number in its namespace; `null` without one. */
  readonly inside: number | null
}

/** Starts programs behind the gate, as confined as was asked for and as the system allows. */
export interface Confiner {
  launch(request: LaunchRequest, program: string, mark: string): Promise<ConfinedProcess>
}

const STANDS_WITHIN_MS = 10_000

/** Contract: what was refused at the first try is not tried again; what has worked before is. */
export function createConfiner(allowed: boolean): Confiner {
  const outcomes = new Map<string, boolean>()

  async function attempt(
    request: LaunchRequest,
    argv: readonly string[],
    way: NamespaceWay,
    places: ReadOnlyPlaces | null,
  ): Promise<ConfinedProcess | null> {
    const name = `${way} ${places === null ? 'processes' : 'read-only'}`
    const command = outcomes.get(name) === false ? null : confinedCommand(way, places, argv)
    if (command === null) return null
    const gated = await launchGated(places === null ? request : withTemporary(request, places), command)
    const inside = await Promise.race([gated.inside, delay(STANDS_WITHIN_MS, null, { ref: false })])
    const stands = inside !== null && (places === null || isReadOnly(gated.pid, places))
    outcomes.set(name, stands || outcomes.get(name) === true)
    if (stands) return { gated, inside, confinement: places === null ? 'processes' : 'read-only' }
    gated.abandon()
    return null
  }

  return {
    async launch(request, program, mark) {
      const argv = [program, ...request.argv.slice(1)]
      const { confined } = request
      const ways = confined !== undefined && allowed ? namespaceWays() : []
      const writable = confined?.writable ?? null
      const places = writable === null || ways.length === 0 ? null : await placesOf(request, writable, mark)
      for (const each of places === null ? [null] : [places, null]) {
        for (const way of ways) {
          const found = await attempt(request, argv, way, each)
          if (found !== null) return found
        }
      }
      return { gated: await launchGated(request, gatedCommand(argv)), confinement: 'none', inside: null }
    },
  }
}

/** Folders are made where they are missing, files are not; all are named as the system knows them. */
async function placesOf(
  { cwd, env }: LaunchRequest,
  writable: readonly string[],
  mark: string,
): Promise<ReadOnlyPlaces> {
  const folders = writable.filter((path) => !existsSync(path) && extname(path) === '')
  for (const folder of folders) await mkdir(folder, { recursive: true, mode: 0o700 })
  const trace = env['GIT_TRACE2_EVENT']
  // Git notes there what it is asked to do; whoever only reads is to be seen too when it tries to push.
  const notes = trace === undefined || !isAbsolute(trace) ? [] : [dirname(trace)]
  const paths = [...writable, ...notes].filter((path) => existsSync(path))
  const home = env['HOME']
  return {
    cwd: await realpath(cwd),
    home: home === undefined ? null : await realpath(home).catch(() => null),
    writable: await Promise.all(paths.map((path) => realpath(path))),
    masked: servicesToMask(env['XDG_RUNTIME_DIR']),
    mark,
  }
}

/** The folder for temporary files that it was given, if it may write there; else one in memory. */
function withTemporary(request: LaunchRequest, { writable }: ReadOnlyPlaces): LaunchRequest {
  const given = request.env['TMPDIR']
  if (given !== undefined && writable.some((folder) => isWithin(given, folder))) return request
  return { ...request, env: { ...request.env, TMPDIR: PRIVATE_TEMPORARY } }
}

/** Looks from outside at the mounts that the first process of the namespace has. */
function isReadOnly(launcher: number, places: ReadOnlyPlaces): boolean {
  const first = readProcessTable().find(({ parent }) => parent === launcher)
  if (first === undefined) return false
  try {
    const mounts = readFileSync(`/proc/${first.pid}/mountinfo`, 'utf8')
    return !writableMounts(mounts, writablePlaces(places)).some(isReachable)
  } catch {
    return false
  }
}

function isReachable(place: string): boolean {
  try {
    accessSync(place, constants.X_OK)
    return true
  } catch {
    return false
  }
}
