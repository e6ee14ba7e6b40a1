import { randomUUID } from 'node:crypto'
import type { Effect } from '../../kernel/ports/effect.ts'
import { DEFAULT_LIMITS } from '../../kernel/ports/isolation.ts'
import type { Confined, LaunchedProcess, LaunchRequest } from '../../kernel/ports/processes.ts'
import { clearLaunch } from './clear-launch.ts'
import type { ConfinedProcess, Confiner } from './confiner.ts'
import { endFamily } from './end-family.ts'
import { endLaunch, letGoWhenEmpty } from './end-launch.ts'
import type { EndingLaunch } from './end-launch.ts'
import { createTellApart } from './household.ts'
import { cannotStart } from './launch-gated.ts'
import type { Ledger } from './ledger.ts'
import { followFamily } from './process-family.ts'
import { identify } from './process-identity.ts'
import type { ProcessIdentity } from './process-identity.ts'
import { resolveProgram } from './resolve-program.ts'
import { keptInMemory } from './scratch.ts'
import { passedFileSize, watchLimits } from './watch-limits.ts'

export interface LaunchSurroundings {
  readonly ledger: Ledger
  readonly marker: string
  readonly effect: Effect
  readonly confiner: Confiner
  readonly onEnded: () => void
}

/** Starts a program so that its ledger entry is durable before it does anything. */
export async function launchProcess(
  request: LaunchRequest,
  { ledger, marker, effect, confiner, onEnded }: LaunchSurroundings,
): Promise<LaunchedProcess> {
  const program = await resolveProgram(request)
  const launch = randomUUID()
  const env = { ...request.env, TUTTI_MARKER: marker, TUTTI_LAUNCH: launch }
  const started: ConfinedProcess[] = []
  try {
    const confined = await effect('spawn', async () => {
      const process = await confiner.launch({ ...request, env }, program, launch)
      started.push(process)
      return process
    })
    const { gated, confinement } = confined
    const identity = identify(gated.pid)
    if (identity === null) throw cannotStart(request, new Error('it ended before its program started'))
    const { label, folder } = request
    const place = folder === undefined ? {} : { folder }
    await ledger.launched({ launch, label, identity, group: gated.pid, marker, ...place })
    await effect('release', gated.release)

    const { box } = request.confined ?? {}
    const clear = async (): Promise<void> => {
      if (box !== undefined) await effect('clear launch', () => clearLaunch(box, launch))
    }
    const ending = follow(confined, { identity, launch, effect, folder: folder ?? null, clear })
    const watched = request.confined === undefined ? null : watch(ending, request.confined, confined)
    let end: Promise<number> | null = null
    return {
      pid: gated.pid,
      stdin: gated.stdin,
      stdout: gated.stdout,
      stderrTail: gated.stderrTail,
      ended: ending.ended,
      confinement,
      exceeded: () => watched?.passed() ?? null,
      others: () =>
        ending.apart(ending.family.look()).others.map(({ pid, startTime }) => `${pid} ${startTime}`),
      end(graceMs) {
        end ??= endLaunch(ending, graceMs).then(async (leftovers) => {
          await ledger.ended(launch)
          onEnded()
          return leftovers
        })
        return end
      },
    }
  } catch (error) {
    for (const { gated, wayOut } of started) {
      gated.abandon()
      await wayOut?.close()
      void gated.gone.then(() => clearLaunch(request.confined?.box, launch))
    }
    throw error
  }
}

/** Ends whoever uses more than is allowed; the size of files is held where there are namespaces. */
function watch(
  ending: EndingLaunch,
  { limits }: Confined,
  { inside, gated, scratch }: ConfinedProcess,
): { readonly passed: () => string | null } {
  const gone = new AbortController()
  let passed: string | null = null
  const letGo = (): void => gone.abort()
  const allowed = { ...DEFAULT_LIMITS, ...limits }
  void ending.ended.then(
    (end) => {
      if (inside !== null) passed ??= passedFileSize(end, allowed)
    },
    () => {},
  )
  void ending.gone.then(letGo, letGo)
  const kept = keptInMemory(gated.pid, scratch)
  void watchLimits(() => ending.family.look(), allowed, gone.signal, kept).then(async (limit) => {
    passed ??= limit
    if (limit !== null) await endFamily(ending.family, ending.effect).catch(() => [])
  })
  return { passed: () => passed }
}

interface Followed {
  readonly identity: ProcessIdentity
  readonly launch: string
  readonly effect: Effect
  readonly folder: string | null
  /** Removes what was made for the launch alone. */
  readonly clear: () => Promise<void>
}

function follow({ gated, inside, wayOut }: ConfinedProcess, followed: Followed): EndingLaunch {
  const { identity, launch, effect, folder, clear } = followed
  const family = followFamily({
    leaders: [identity],
    variable: { name: 'TUTTI_LAUNCH', value: launch },
    lairs: folder === null ? [] : [{ folder, since: identity.startTime }],
  })
  const gone = gated.gone.then(async (end) => {
    family.noteLeaderEnded(gated.pid)
    void wayOut?.close()
    await clear()
    return end
  })
  const ended = inside === null ? gone : gated.told.then((end) => end ?? gone)
  const apart = createTellApart(gated.pid, inside, gated.beside())
  const letGo = (): void => gated.letGo()
  const emptied = inside === null ? null : ended.then(() => letGoWhenEmpty({ family, apart, letGo }))
  // Whoever ends the launch is told why it could not be cleared; until then nobody may be waiting for it.
  for (const promise of [gone, ended, emptied]) promise?.catch(() => {})
  return { input: gated.input, ended, gone, emptied, letGo, family, apart, effect }
}
