import type { GivenValue } from '../config/read-values.ts'
import type { RunEvent } from '../kernel/event.ts'
import { RunFailure } from '../kernel/failure.ts'
import { hasEnded } from '../protocol/has-ended.ts'
import type { RunView } from '../protocol/run-view.ts'
import type { FoundFiles } from '../records/whose-files.ts'
import type { ChosenAgents } from './choose-agents.ts'
import { chooseAgents, profilesOf } from './choose-agents.ts'
import type { ChosenPlaybook } from './choose-playbook.ts'
import { choosePlaybook, namedPlaybookFile, playbookFilesOf, playbookOfRun } from './choose-playbook.ts'
import type { ConductedRun, ConductRequest } from './conduct.ts'
import { conduct } from './conduct.ts'
import { findGiven, programsGiven } from './find-given.ts'
import type { Host } from './host.ts'
import { openHost } from './host.ts'
import type { Place } from './locations.ts'
import { playablePlan } from './read-plan.ts'
import { reapDeadRuns } from './reap-dead-runs.ts'
import { recordedPrograms } from './recorded-programs.ts'
import { refuseTakenBranch } from './refuse-taken-branch.ts'
import { refuseUnmetered } from './refuse-unmetered.ts'
import { routesForNobody } from './routes-for-nobody.ts'
import { checkRunId, newRunId } from './run-id.ts'
import { findRun, isBegun, notOurs, readRun, refuseOthers } from './run-store.ts'
import { branchOf, standardInput } from './standard-input.ts'
import { createTracer } from './tracer.ts'
import type { Brought } from './trust.ts'
import { readBrought } from './trust.ts'
import type { OthersRun } from './trust-run.ts'
import { readOthersRun } from './trust-run.ts'
import { waitingJobs } from './waiting-jobs.ts'

export interface StartRequest {
  /** What is to be done; a plan or files that are gone on with say it themselves. */
  readonly objective?: string
  /** A written plan to begin with, and its file's name for messages. */
  readonly plan?: { readonly path: string; readonly text: string }
  /** Files of a process to go on with. */
  readonly from?: string
  /** Begin anew although work of the process waits in the checkout. */
  readonly isAnew?: boolean
  /** The process to follow, by its name or its file. */
  readonly playbook?: string
  readonly name?: string
  /** As flags give them: they come before every settings file. */
  readonly settings?: readonly GivenValue[]
  /** Write the process's files into the checkout too. */
  readonly isInPlace?: boolean
  readonly mayBeUnmetered?: boolean
}

export interface ResumeRequest {
  /** By its name or the beginning of it; the newest one without. */
  readonly run?: string
  /** Where it is to be cancelled, only clean up after it: nothing that the repository brings is used, but its playbook. */
  readonly isCancelled?: boolean
}

/** How far a run is from being played. Whoever settles what it needs prepares it again. */
export type Prepared = ReadyRun | NeedsTrust | NeedsChoice

export type NeedsTrust =
  /** A person has to allow what the repository brings; `files` are further ones that would be used. */
  | { readonly kind: 'needs-trust'; readonly brought: Brought; readonly files: readonly string[] }
  /**
   * A person has to take over a run that was not written on this machine by this user; `refusal` is for whoever has
   * nobody to ask.
   */
  | { readonly kind: 'needs-run-trust'; readonly others: OthersRun; readonly refusal: RunFailure }

/** Several jobs could be gone on with: `from` says which, or `isAnew` where that is offered. */
export interface NeedsChoice {
  readonly kind: 'needs-choice'
  /** What holds them; `null` for the checkout. */
  readonly of: string | null
  readonly paths: readonly string[]
  readonly mayBeAnew: boolean
}

/** Nothing stands in the way of playing it. */
export interface ReadyRun {
  readonly kind: 'ready'
  readonly run: string
  /** What its journal holds already. */
  readonly past: readonly RunEvent[]
  /** What a person should know beforehand. */
  readonly notices: readonly string[]
  play(how: PlayRequest): Promise<ConductedRun>
}

/** A run that has ended has nothing to resume. */
export interface EndedRun {
  readonly kind: 'ended'
  readonly view: RunView
}

export type PlayRequest = Pick<ConductRequest, 'stopWhenWaiting' | 'approvedBy' | 'onEvent' | 'onWaiting'> & {
  /** Take the run from a holder on another machine that is gone. */
  readonly takeOver?: boolean
}

/**
 * Finds out what a new run needs, in the order that keeps a repository from starting anything before it is trusted.
 * Contract: until `kind` is `ready`, nothing that the repository brings has been used.
 */
export async function prepareStart(place: Place, request: StartRequest): Promise<Prepared> {
  const { cwd, environment } = place
  if (request.plan !== undefined && request.from !== undefined) {
    throw refuse('A run begins with --plan or goes on with --from, and not both; leave one of them out.')
  }
  const plan = request.plan === undefined ? null : playablePlan(request.plan)
  const found = await findWork(place, request)
  if (found?.kind === 'needs-choice') return found
  const objective = objectiveOf(request, plan?.objective ?? found?.objective)
  const process = found?.given.process ?? request.playbook
  const host = await openHost({
    cwd,
    environment,
    flags: request.settings ?? [],
    ...(process === undefined ? {} : { playbook: process }),
  })
  const run = request.name === undefined ? newRunId(objective) : checkRunId(request.name)
  await refuseExisting(host, run)
  await refuseTakenBranch(host, run, branchOf(host.settings, run))
  const { root } = host.locations.repository
  const named = process === undefined ? null : await namedPlaybookFile(process, { cwd, root })
  const isProofGiven = found !== null && host.settings.verify === null
  const proof = isProofGiven ? await programsGiven(found.given, cwd) : []
  const files = [...(named === null ? [] : [named]), ...proof]
  const brought = await readBrought(host, files)
  if (brought.untrusted.length > 0) return { kind: 'needs-trust', brought, files }
  const playbook = await choosePlaybook(process, { cwd, root })
  const agents = chooseAgents(host.settings, environment)
  const loose = refuseUnmetered(host.settings, agents.programs, request.mayBeUnmetered === true)
  const roles = brought.roles.map(({ name }) => name)
  const lost = routesForNobody(agents.routes, roles)
  const start = standardInput(run, objective, host.settings, agents, brought.roles, {
    plan: request.plan ?? null,
    from: found?.given ?? null,
    inPlace: request.isInPlace ?? false,
  })
  return ready(host, {
    run,
    start,
    playbook,
    programs: agents.programs,
    past: [],
    command: `tutti run --name ${run}`,
    notices: [...agents.notices, ...lost, ...loose, ...(await reapLeftovers(host))],
  })
}

/** As `prepareStart`, for a run that was interrupted, paused, stopped, or is to be cancelled. */
export async function prepareResume(
  { cwd, environment }: Place,
  { run: wanted, isCancelled = false }: ResumeRequest,
): Promise<ReadyRun | NeedsTrust | EndedRun> {
  const host = await openHost({ cwd, environment, flags: [] })
  const { locations } = host
  const run = await findRun(locations, wanted)
  const others = await readOthersRun(locations, run)
  if (others !== null) return { kind: 'needs-run-trust', others, refusal: notOurs(run) }
  const { events: past, view, isOwn } = await readRun(locations, run)
  // It may have been replaced since it was looked at.
  refuseOthers(isOwn, run)
  if (hasEnded(view)) {
    // A kill between its last word and its end leaves a lock, and may leave processes.
    await reapDeadRuns(locations)
    return { kind: 'ended', view }
  }
  const files = playbookFilesOf(past)
  const onlyCleansUp = isCancelled && view.cancelRequested
  if (!onlyCleansUp || files.length > 0) {
    const brought = await readBrought(host, files)
    if (brought.untrusted.length > 0) return { kind: 'needs-trust', brought, files }
  }
  const programs = await recordedPrograms(locations, run)
  return ready(host, {
    run,
    start: null,
    playbook: await playbookOfRun(past, locations.repository.root),
    programs,
    past,
    command: `tutti ${onlyCleansUp ? 'cancel' : 'resume'} ${run}`,
    notices: [],
  })
}

interface Wanted extends Pick<ConductRequest, 'run' | 'start' | 'command'> {
  readonly playbook: ChosenPlaybook
  readonly programs: ChosenAgents['programs']
  readonly past: readonly RunEvent[]
  readonly notices: readonly string[]
}

function ready(host: Host, { programs, past, notices, ...what }: Wanted): ReadyRun {
  return {
    kind: 'ready',
    run: what.run,
    past,
    notices,
    play: ({ takeOver = false, ...how }) =>
      conduct({
        ...host,
        ...what,
        ...how,
        takeOver,
        profiles: profilesOf(programs, host.settings),
        effect: createTracer(host.environment['TUTTI_TRACE']),
        onActivity: () => {},
      }),
  }
}

/**
 * The files that a run goes on with: those that are named, or a job of its process that waits in the checkout; `null`
 * when it begins anew.
 */
export async function findWork(
  { cwd, environment }: Place,
  { objective, from, plan, playbook, isAnew = false }: StartRequest,
): Promise<FoundFiles | NeedsChoice | null> {
  const given = async (path: string): Promise<FoundFiles | NeedsChoice> => {
    const found = await findGiven(path, cwd, playbook)
    if (found.kind === 'found') return found
    return { kind: 'needs-choice', of: path, paths: found.paths, mayBeAnew: false }
  }
  if (from !== undefined) return given(from)
  if (playbook === undefined || plan !== undefined || isAnew) return null
  const paths = await waitingJobs(playbook, cwd, environment)
  const [only] = paths
  if (only === undefined) return null
  if (objective === undefined && paths.length === 1) return given(only)
  return { kind: 'needs-choice', of: null, paths, mayBeAnew: objective !== undefined }
}

/** What is said comes first; without it, what the plan or the files that were given are about. */
function objectiveOf({ objective: said }: StartRequest, written: string | undefined): string {
  const objective = said ?? written ?? ''
  if (objective.trim() !== '') return objective
  throw refuse(
    said === undefined
      ? 'Say what is to be done, as in tutti run "Add a --version flag", or give a plan with --plan.'
      : 'The objective is empty: say what is to be done.',
  )
}

async function refuseExisting(host: Host, run: string): Promise<void> {
  if (!(await isBegun(host.locations, run))) return
  throw refuse(
    `There is a run "${run}" already. Go on with it: tutti resume ${run}; remove it: tutti clean ${run}; or choose another --name.`,
  )
}

async function reapLeftovers({ locations }: Host): Promise<readonly string[]> {
  const reaped = await reapDeadRuns(locations)
  return reaped.map(({ run, label }) => `Ended what the interrupted run ${run} had left: ${label}.`)
}

function refuse(message: string): RunFailure {
  return new RunFailure({ code: 'bad-input', message })
}
