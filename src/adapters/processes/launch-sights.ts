import { existsSync, mkdirSync, statSync } from 'node:fs'
import { dirname, extname, isAbsolute, join } from 'node:path'
import { RunFailure } from '../../kernel/failure.ts'
import { machineTrouble } from '../../kernel/machine-trouble.ts'
import type { LaunchRequest } from '../../kernel/ports/processes.ts'
import { gitSights } from './git-skeleton.ts'
import { homeSights, packageOf, programSights } from './home-sights.ts'
import { isWithin } from './mount-table.ts'
import { otherHomes } from './other-homes.ts'
import { masked, services } from './out-of-sight.ts'
import { realOf } from './real-of.ts'
import type { Surroundings, WorkspaceGit } from './surroundings.ts'
import type { WayOut } from './way-out.ts'
import type { Sight } from './view.ts'
import { arrangeView, holdsAnyOf } from './view.ts'

/** Folders that everybody writes to and anybody could read. */
const SHARED_SCRATCH = ['/tmp', '/var/tmp', '/dev/shm']

/** A home that holds these is the system itself and cannot be taken away. */
const SYSTEM = ['/usr', '/etc', '/lib', '/proc', '/dev']

/** What a launch sees and may write to. */
export interface LaunchView {
  readonly sights: readonly Sight[]
  readonly writable: readonly string[]
}

export interface ViewRequest {
  readonly request: LaunchRequest
  readonly program: string
  readonly around: Surroundings
  readonly git: WorkspaceGit | null
  /** What it has instead of a network. */
  readonly wayOut: WayOut | null
  /** Names what is made for this launch alone. */
  readonly launch: string
  /** Whether homes are hidden too. */
  readonly hidesHomes: boolean
}

export function viewOf({
  request,
  program,
  around,
  git,
  wayOut,
  launch,
  hidesHomes,
}: ViewRequest): LaunchView {
  const { confined, env, cwd } = request
  const box = confined?.box ?? null
  const hidden = realPlaces(around.hidden.filter((path) => existsSync(path)))
  const homes = hidesHomes ? homesOf(around.homes) : []
  const others = homes.length === 0 ? [] : otherHomes(homes)
  const kept = [...hidden, ...homes, ...others]
  const given = givenHome(env, [...around.hidden, ...around.homes])
  const writable = realPlaces(
    outermost([...(confined?.writable ?? []), ...given, ...around.writable, ...noted(env)], cwd),
  )
  const asked = [...around.readable, ...(confined?.readable ?? []), process.execPath]
  const named = namedIn(request, program).flatMap((path) => shownWith(path, kept))
  // What it may write to it sees already.
  const unseen = named.filter((path) => !writable.some((folder) => isWithin(path, folder)))
  const here = existsSync(cwd) ? (realOf(cwd) ?? cwd) : null
  const isToWrite = confined?.writable.some((folder) => isWithin(cwd, folder)) ?? false
  const readable = [...asked.flatMap((path) => shownWith(path, kept)), ...unseen]
  const scratch = realPlaces(SHARED_SCRATCH)
  const sights: readonly Sight[] = [
    ...scratch.map((path): Sight => ({ kind: 'scratch', path })),
    ...scratch.flatMap((place) => programSights(place, env['PATH'] ?? '', kept)),
    ...others.flatMap((home) => otherSights(home, env, kept)),
    ...homes.flatMap((home) => homeSights({ home, env, box, kept })),
    ...readable.map((path): Sight => ({ kind: 'read', path, from: path })),
    ...hidden.map((path): Sight => ({ kind: 'hidden', path })),
    ...(here === null || isToWrite ? [] : [readOnly(here)]),
    ...(git === null || box === null ? [] : gitSights(git, box, launch)),
    ...gitFiles(env),
    ...writable.map((path): Sight => ({ kind: 'write', path, from: path })),
    ...(wayOut === null ? [] : [wayOut.sight]),
  ]
  const isCutOff = hidesHomes && (wayOut !== null || confined?.network === 'none')
  // A person's word counts for these too.
  const allowed = new Set([...around.writable, ...around.readable].map((path) => realOf(path) ?? path))
  const away = [...(isCutOff ? services(sights) : []), ...masked()].filter(({ path }) => !allowed.has(path))
  return { sights: arrangeView([...sights, ...away]), writable }
}

/** Nothing can be put there, and nothing of it is there, unless tool chains in it are used. */
function otherSights(home: string, env: LaunchRequest['env'], kept: readonly string[]): readonly Sight[] {
  const isUsed = Object.values(env).some((value) => value.includes(`${home}/`))
  const seen = isUsed ? homeSights({ home, env, box: null, kept }) : []
  return [...seen.filter(({ kind }) => kind !== 'scratch'), { kind: 'hidden', path: home }]
}

function readOnly(path: string): Sight {
  return { kind: 'read', path, from: path }
}

/** As the system knows them. */
function realPlaces(paths: readonly string[]): readonly string[] {
  return [...new Set(paths.flatMap((path) => realOf(makeFolder(path)) ?? []))]
}

/**
 * Without those that lie in another one, and can be written to with it: somebody who may write there could have put a
 * link to something else in their place. The folder in which it works stays a place of its own, which nobody can swap.
 */
function outermost(paths: readonly string[], cwd: string): readonly string[] {
  return paths.filter(
    (path) => path === cwd || !paths.some((other) => other !== path && isWithin(path, other)),
  )
}

/** Folders are made where they are missing, files are not. */
function makeFolder(path: string): string {
  if (existsSync(path) || extname(path) !== '') return path
  try {
    mkdirSync(path, { recursive: true, mode: 0o700 })
  } catch (cause) {
    const reason = machineTrouble(cause) ?? 'something above it is no folder; move that away'
    const message = `The folder ${path}, which programs may write to, cannot be made: ${reason}, or take it back: tutti allow remove write FOLDER.`
    throw new RunFailure({ code: 'workspace-failed', message }, { cause })
  }
  return path
}

function homesOf(homes: readonly string[]): readonly string[] {
  return realPlaces(homes.filter((home) => existsSync(home))).filter((home) => !holdsAnyOf(home, SYSTEM))
}

/** A home that was made for it and is not the user's. */
function givenHome({ HOME: home }: LaunchRequest['env'], kept: readonly string[]): readonly string[] {
  if (home === undefined || !existsSync(home) || kept.length === 0) return []
  const there = kept.flatMap((path) => realOf(path) ?? [])
  return holdsAnyOf(realOf(home) ?? home, [...there, ...SYSTEM]) ? [] : [home]
}

/** Git notes there what it is asked to do; whoever only reads is to be seen too when it tries to push. */
function noted(env: LaunchRequest['env']): readonly string[] {
  const trace = env['GIT_TRACE2_EVENT']
  return trace === undefined || !isAbsolute(trace) ? [] : [dirname(trace)]
}

/** Settings and hooks of ours that git's variables name. */
function gitFiles(env: LaunchRequest['env']): readonly Sight[] {
  const settings = Object.entries(env).flatMap(([name, value]) =>
    /^GIT_CONFIG_VALUE_\d+$/.test(name) && isAbsolute(value) && existsSync(value) ? [value] : [],
  )
  const hooks = settings
    .map((file) => join(dirname(dirname(file)), 'hooks'))
    .filter((path) => existsSync(path))
  return [...settings, ...hooks].map(readOnly)
}

/** The program and whatever else its command line names that is there. */
function namedIn({ argv }: LaunchRequest, program: string): readonly string[] {
  return [program, ...argv.slice(1)].filter(
    (word) => isAbsolute(word) && word.length < 4_096 && existsSync(word),
  )
}

/** A file with its package; nothing with which something else that is hidden would come to light. */
function shownWith(path: string, kept: readonly string[]): readonly string[] {
  const real = realOf(path)
  if (real === null || !kept.some((folder) => isWithin(path, folder) || isWithin(real, folder))) {
    // Shared scratch folders are no secret of anybody's, but what lies there is not seen either.
    return real === null || !SHARED_SCRATCH.some((folder) => isWithin(real, folder))
      ? []
      : around(path, real, kept)
  }
  return around(path, real, kept)
}

function around(path: string, real: string, kept: readonly string[]): readonly string[] {
  const found = statSync(real).isDirectory()
    ? [path, real]
    : [path, real, packageOf(real, [...kept, ...SHARED_SCRATCH])]
  return [...new Set(found)].filter((each) => !holdsAnyOf(each, kept))
}
