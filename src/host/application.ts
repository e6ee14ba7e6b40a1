import type { Command } from '../protocol/command.ts'
import type { Author } from './letter.ts'
import type { ListedRun, UnreadableRun } from './list-runs.ts'
import { listRuns } from './list-runs.ts'
import type { Locations, Place } from './locations.ts'
import { openRunStore } from './open-run-store.ts'
import type { EndedRun, NeedsTrust, Prepared, ReadyRun, ResumeRequest, StartRequest } from './prepare-run.ts'
import type { FollowRequest, Look, SeenEvents, StoredRun } from './run-store.ts'
import { findRun, followRun, readRun, seeEvents } from './run-store.ts'
import type { Said } from './tell-command.ts'
import { refuseInside } from './refuse-inside.ts'
import type { Brought } from './trust.ts'
import type { OthersRun } from './trust-run.ts'

/** A run that is followed: its name, and its events as they come. */
export interface FollowedRun {
  readonly run: string
  readonly looks: AsyncIterable<Look>
}

/**
 * The one way to the runs of a repository, for every surface and for programs. It asks nobody and prints nothing: what
 * needs a person comes back as a value. Runs are named in full or by their beginning; the newest without a name.
 * Contract: an agent or a gate of a run may look, and nothing else.
 */
export interface Tutti {
  /** What stands between a request and its run. Contract: nothing is started or used before that is settled. */
  prepare(request: StartRequest): Promise<Prepared>
  /** The same for a run that was interrupted, paused, stopped, or is to be cancelled. */
  resume(request?: ResumeRequest): Promise<ReadyRun | NeedsTrust | EndedRun>
  /** A person's word that what the repository brings may be used, as it was read. */
  allow(brought: Brought): Promise<void>
  /** A person's word that a run which was written elsewhere may be played here, as it was read. */
  allowRun(others: OthersRun, author: Author): Promise<void>
  /** Tells a run something, whether or not a process plays it; durable when this resolves. */
  tell(run: string | undefined, command: Command, author: Author): Promise<Said>
  /** All runs of the repository, oldest first. */
  runs(): Promise<readonly (ListedRun | UnreadableRun)[]>
  /** A run as it is now. */
  see(run?: string): Promise<StoredRun>
  /** What its journal says, whatever can be made of it. */
  events(run?: string): Promise<SeenEvents & { readonly run: string }>
  /** A run as it goes on, until nobody plays it. */
  follow(run?: string, request?: FollowRequest): Promise<FollowedRun>
}

async function checkAuthorOf(author: Author): Promise<void> {
  const { checkAuthor } = await import('./letter.ts')
  checkAuthor(author)
}

/** Opens the repository around a folder. What is not used is not loaded. */
export function openTutti(place: Place): Tutti {
  let opened: Promise<Locations> | null = null
  const locations = (): Promise<Locations> =>
    (opened ??= openRunStore(place.cwd, place.environment).catch((error: unknown) => {
      opened = null
      throw error
    }))

  return {
    async prepare(request) {
      await refuseInside(place, 'Starting a run')
      return (await import('./prepare-run.ts')).prepareStart(place, request)
    },
    async resume(request = {}) {
      await refuseInside(place, 'Resuming a run')
      return (await import('./prepare-run.ts')).prepareResume(place, request)
    },
    async allow(brought) {
      await refuseInside(place, 'Trusting a repository')
      return (await import('./trust.ts')).allow(place, brought)
    },
    async allowRun(others, author) {
      await refuseInside(place, 'Trusting a run')
      await checkAuthorOf(author)
      return (await import('./trust-run.ts')).trustRun(await locations(), others, author)
    },
    async tell(wanted, command, author) {
      await refuseInside(place, 'Telling a run something')
      await checkAuthorOf(author)
      const { tellCommand } = await import('./tell-command.ts')
      const there = await locations()
      return tellCommand(there, await findRun(there, wanted), command, author)
    },
    runs: async () => listRuns(await locations()),
    async see(wanted) {
      const there = await locations()
      return readRun(there, await findRun(there, wanted))
    },
    async events(wanted) {
      const there = await locations()
      const run = await findRun(there, wanted)
      return { run, ...(await seeEvents(there, run)) }
    },
    async follow(wanted, request) {
      const there = await locations()
      const run = await findRun(there, wanted)
      return { run, looks: followRun(there, run, request) }
    },
  }
}
