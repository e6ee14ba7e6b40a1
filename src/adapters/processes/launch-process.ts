import { randomUUID } from 'node:crypto'
import type { Effect } from '../../kernel/ports/effect.ts'
import type { LaunchedProcess, LaunchRequest } from '../../kernel/ports/processes.ts'
import type { ConfinedProcess, Confiner } from './confiner.ts'
import { endLaunch, letGoWhenEmpty } from './end-launch.ts'
import type { EndingLaunch } from './end-launch.ts'
import { createTellApart } from './household.ts'
import { cannotStart } from './launch-gated.ts'
import type { Ledger } from './ledger.ts'
import { followFamily } from './process-family.ts'
import { identify } from './process-identity.ts'
import type { ProcessIdentity } from './process-identity.ts'
import { resolveProgram } from './resolve-program.ts'

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

    const ending = follow(confined, { identity, launch, effect, folder: folder ?? null })
    if (confined.inside !== null) void ending.ended.then(() => letGoWhenEmpty(ending))
    let end: Promise<number> | null = null
    return {
      pid: gated.pid,
      stdin: gated.stdin,
      stdout: gated.stdout,
      stderrTail: gated.stderrTail,
      ended: ending.ended,
      confinement,
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
    for (const { gated } of started) gated.abandon()
    throw error
  }
}

interface Followed {
  readonly identity: ProcessIdentity
  readonly launch: string
  readonly effect: Effect
  readonly folder: string | null
}

function follow({ gated, inside }: ConfinedProcess, followed: Followed): EndingLaunch {
  const { identity, launch, effect, folder } = followed
  const family = followFamily({
    leaders: [identity],
    variable: { name: 'TUTTI_LAUNCH', value: launch },
    lairs: folder === null ? [] : [{ folder, since: identity.startTime }],
  })
  const gone = gated.gone.then((end) => {
    family.noteLeaderEnded(gated.pid)
    return end
  })
  const ended = inside === null ? gone : gated.told.then((end) => end ?? gone)
  const apart = createTellApart(gated.pid, inside)
  return { input: gated.input, ended, gone, letGo: () => gated.letGo(), family, apart, effect }
}
