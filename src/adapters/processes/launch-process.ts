import { randomUUID } from 'node:crypto'
import type { Effect } from '../../kernel/ports/effect.ts'
import type { LaunchedProcess, LaunchRequest } from '../../kernel/ports/processes.ts'
import { endLaunch } from './end-launch.ts'
import { cannotStart, launchGated } from './launch-gated.ts'
import type { GatedProcess } from './launch-gated.ts'
import type { Ledger } from './ledger.ts'
import { followFamily } from './process-family.ts'
import { identify } from './process-identity.ts'
import { resolveProgram } from './resolve-program.ts'

export interface LaunchSurroundings {
  readonly ledger: Ledger
  readonly marker: string
  readonly effect: Effect
  readonly onEnded: () => void
}

/** Starts a program so that its ledger entry is durable before it does anything. */
export async function launchProcess(
  request: LaunchRequest,
  { ledger, marker, effect, onEnded }: LaunchSurroundings,
): Promise<LaunchedProcess> {
  const program = await resolveProgram(request)
  const launch = randomUUID()
  const env = { ...request.env, TUTTI_MARKER: marker, TUTTI_LAUNCH: launch }
  const started: GatedProcess[] = []
  try {
    const gated = await effect('spawn', async () => {
      const process = await launchGated({ ...request, env }, program)
      started.push(process)
      return process
    })
    const identity = identify(gated.pid)
    if (identity === null) throw cannotStart(request, new Error('it ended before its program started'))
    const { label, folder } = request
    const place = folder === undefined ? {} : { folder }
    await ledger.launched({ launch, label, identity, group: gated.pid, marker, ...place })
    await effect('release', gated.release)

    const family = followFamily({
      leaders: [identity],
      variable: { name: 'TUTTI_LAUNCH', value: launch },
      lairs: folder === undefined ? [] : [{ folder, since: identity.startTime }],
    })
    const ended = gated.ended.then((end) => {
      family.noteLeaderEnded(gated.pid)
      return end
    })
    let ending: Promise<number> | null = null
    return {
      pid: gated.pid,
      stdin: gated.stdin,
      stdout: gated.stdout,
      stderrTail: gated.stderrTail,
      ended,
      confinement: 'none',
      others: () =>
        family
          .look()
          .filter(({ pid }) => pid !== gated.pid)
          .map(({ pid, startTime }) => `${pid} ${startTime}`),
      end(graceMs) {
        ending ??= endLaunch({ input: gated.input, pid: gated.pid, ended, family, effect }, graceMs).then(
          async (leftovers) => {
            await ledger.ended(launch)
            onEnded()
            return leftovers
          },
        )
        return ending
      },
    }
  } catch (error) {
    for (const gated of started) gated.abandon()
    throw error
  }
}
