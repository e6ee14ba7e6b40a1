import { accessSync, constants, existsSync, mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { RunFailure } from '../../kernel/failure.ts'
import { isAtLeast } from '../../kernel/ports/isolation.ts'
import type { IsolationLevel } from '../../kernel/ports/isolation.ts'
import type { LaunchRequest } from '../../kernel/ports/processes.ts'
import { proxyVariables } from './forwarder.ts'
import { cannotStart, gatedCommand, launchGated } from './launch-gated.ts'
import type { GatedProcess } from './launch-gated.ts'
import { viewOf } from './launch-sights.ts'
import type { LaunchView } from './launch-sights.ts'
import { isWithin, writableMounts } from './mount-table.ts'
import { writablePlaces } from './namespace-script.ts'
import { layCopies } from './package-caches.ts'
import { readProcessTable } from './process-table.ts'
import { realOf } from './real-of.ts'
import type { Sight } from './view.ts'
import type { Surroundings } from './surroundings.ts'
import { openWayOut } from './way-out.ts'
import type { WayOut } from './way-out.ts'
import type { Start, Way } from './ways.ts'
import { waysOf } from './ways.ts'

/** A process at its gate, and what of the confinement that was asked for was seen to hold. */
export interface ConfinedProcess {
  readonly gated: GatedProcess
  readonly confinement: IsolationLevel
  /** What keeps it apart; `null` where nothing does. */
  readonly tool: Way['tool'] | null
  /** The program's number in its namespace; `null` without one. */
  readonly inside: number | null
  /** Its only way to other machines, where it has one; to be closed when it has ended. */
  readonly wayOut: WayOut | null
  /** Its folders in memory. */
  readonly scratch: readonly string[]
}

/** Starts programs behind the gate, kept as far apart as is wanted and as the system allows. */
export interface Confiner {
  launch(request: LaunchRequest, program: string, launch: string): Promise<ConfinedProcess>
}

const STANDS_WITHIN_MS = 10_000
/** Where it has stood before, the machine is only busy. */
const STANDS_AGAIN_WITHIN_MS = 60_000
/** Each time something that was to be seen or hidden was gone before it could be. */
const MOST_TRIES = 4

/**
 * Contract: what was refused at the first try is not tried again; what has worked before is, and no launch gets less
 * than a level that has held: whoever keeps the machine busy must not bring that about.
 */
export function createConfiner(
  around: Surroundings,
  known: readonly Way[] = waysOf(process.platform),
): Confiner {
  const outcomes = new Map<string, boolean>()

  async function attempt(way: Way, start: Start): Promise<ConfinedProcess | null> {
    if (outcomes.get(way.name) === false) return null
    const { request, made } = withTemporary(start, way)
    const clear = (): void => made.forEach((folder) => rmSync(folder, { recursive: true, force: true }))
    const command = await commandOf(way, { ...start, request }).catch(failAfter(clear))
    if (command === null) return (clear(), null)
    const asked = { ...withProxy(start, request), cwd: startOf(way, request.cwd) }
    const gated = await launchGated(asked, command).catch(failAfter(clear))
    void gated.gone.then(clear)
    const withinMs = outcomes.get(way.name) === true ? STANDS_AGAIN_WITHIN_MS : STANDS_WITHIN_MS
    const inside = await Promise.race([gated.inside, delay(withinMs, null, { ref: false })])
    const stands = inside !== null && (way.tool !== 'unshare' || isReadOnly(gated.pid, start.view))
    outcomes.set(way.name, stands || outcomes.get(way.name) === true)
    const { level: confinement, tool } = way
    // The runtime's process becomes the program, which has no other number.
    const number = tool === 'sandbox-runtime' ? null : inside
    const scratch = scratchOf(start.view, way)
    if (stands) return { gated, inside: number, confinement, tool, wayOut: start.wayOut, scratch }
    gated.abandon()
    return null
  }

  async function stand(
    ways: readonly Way[],
    start: Omit<Start, 'view' | 'table'>,
    looked: () => LaunchView,
  ): Promise<ConfinedProcess | null> {
    for (let tries = 0; tries < MOST_TRIES; tries += 1) {
      const view = looked()
      const there = view.sights.filter(isThere)
      const isFirst = new Set(ways.filter(({ name }) => !outcomes.has(name)))
      const { box } = start.request.confined
      const table = box === undefined ? null : layCopies(view.sights, box, start.launch)
      for (const way of ways) {
        const found = await attempt(way, { ...start, view, table })
        if (found !== null) return found
      }
      if (there.every(isThere)) return null
      // A socket of the machine was gone before it could be hidden: that says nothing of the level.
      for (const { name } of isFirst) outcomes.delete(name)
    }
    return null
  }

  async function confine(
    start: Omit<Start, 'view' | 'wayOut' | 'table'>,
    program: string,
  ): Promise<ConfinedProcess | null> {
    const { request, launch, cwd } = start
    const { wanted } = request.confined.isolation ?? around.isolation
    const ways = known.filter(({ level, name }) => isAtLeast(wanted, level) && outcomes.get(name) !== false)
    if (ways.length === 0) return null
    const git = await around.gitOf(cwd)
    for (const level of ['sandbox', 'namespaces'] as const) {
      const ofLevel = ways.filter((way) => way.level === level)
      if (ofLevel.length === 0) continue
      const wayOut = level === 'sandbox' ? await openWayOut(request.confined.network, around) : null
      const hidesHomes = level === 'sandbox'
      const looked = (): LaunchView => viewOf({ request, program, around, git, launch, wayOut, hidesHomes })
      const found = await stand(ofLevel, { ...start, wayOut }, looked)
      if (found !== null) return found
      await wayOut?.close()
      if (ofLevel.some(({ name }) => outcomes.get(name) === true)) throw holdsNoMore(request, level)
    }
    return null
  }

  return {
    async launch(request, program, launch) {
      const argv = [program, ...request.argv.slice(1)]
      const { confined } = request
      const plainly = async (): Promise<ConfinedProcess> => ({
        gated: await launchGated(request, gatedCommand(argv)),
        confinement: 'none',
        tool: null,
        inside: null,
        wayOut: null,
        scratch: [],
      })
      if (confined === undefined) return plainly()
      const { required } = confined.isolation ?? around.isolation
      const cwd = realOf(request.cwd) ?? request.cwd
      const found = await confine({ request: { ...request, confined }, launch, cwd, argv }, program)
      if (found !== null && isAtLeast(found.confinement, required)) return found
      found?.gated.abandon()
      await found?.wayOut?.close()
      if (required !== 'none') throw cannotConfine(request, required)
      return plainly()
    },
  }
}

function isThere(sight: Sight): boolean {
  return existsSync('from' in sight ? sight.from : sight.path)
}

function scratchOf({ sights }: LaunchView, { tool, temporary }: Way): readonly string[] {
  if (tool === 'sandbox-runtime') return []
  const folders = sights.flatMap(({ kind, path }) => (kind === 'scratch' ? [path] : []))
  return [...new Set([...folders, ...(temporary === null ? [] : [temporary])])]
}

/**
 * Not where the program works: what keeps it apart is not kept apart yet, and where a variable names a folder by a
 * relative path or an empty word, as `LD_LIBRARY_PATH=:/opt/lib` does, it would load what lies there.
 */
function startOf({ tool }: Way, cwd: string): string {
  return tool === 'sandbox-runtime' ? cwd : '/'
}

async function commandOf(way: Way, start: Start): Promise<readonly string[] | null> {
  try {
    return await way.command(start)
  } catch (error) {
    throw cannotStart(start.request, error)
  }
}

function failAfter(clear: () => void): (error: unknown) => never {
  return (error) => {
    clear()
    throw error
  }
}

function withProxy({ wayOut }: Start, request: LaunchRequest): LaunchRequest {
  return wayOut === null ? request : { ...request, env: { ...request.env, ...proxyVariables() } }
}

/** The folder for temporary files that it was given, if it may write there; else one of its own. */
function withTemporary(
  { request, view }: Start,
  { temporary }: Way,
): Pick<Start, 'request'> & { made: string[] } {
  const given = request.env['TMPDIR']
  if (given !== undefined && view.writable.some((folder) => isWithin(realOf(given) ?? given, folder)))
    return { request, made: [] }
  const made = temporary === null ? [realpathSync(mkdtempSync(join(tmpdir(), 'tutti-')))] : []
  const env = { ...request.env, TMPDIR: temporary ?? made[0] ?? '' }
  return { request: { ...request, env }, made }
}

/** Looks from outside at the mounts that the first process of the namespace has. */
function isReadOnly(launcher: number, view: LaunchView): boolean {
  const first = readProcessTable().find(({ parent }) => parent === launcher)
  if (first === undefined) return false
  try {
    const mounts = readFileSync(`/proc/${first.pid}/mountinfo`, 'utf8')
    return !writableMounts(mounts, writablePlaces(view.sights)).some(isReachable)
  } catch {
    return false
  }
}

function isReachable(place: string): boolean {
  try {
    accessSync(place, constants.X_OK)
    return true
  } catch {
    return !existsSync(place)
  }
}

function holdsNoMore({ label }: LaunchRequest, level: IsolationLevel): RunFailure {
  const message = `${label} was not started: isolation level "${level}" has held until now, and could not be had this time; look at the machine's memory, processes and disk, then resume.`
  return new RunFailure({ code: 'workspace-failed', message })
}

function cannotConfine({ label }: LaunchRequest, required: IsolationLevel): RunFailure {
  const message = `${label} was not started: isolation level "${required}" is required and does not hold on this machine; run tutti doctor to see what is missing, or ask for a lower level.`
  return new RunFailure({ code: 'bad-input', message })
}
