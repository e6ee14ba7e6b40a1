import { forEachRole } from '../../src/plan/role.ts'
import type { TurnLogEntry } from '../../src/adapters/agents/scripted/turn-log.ts'
import { appendTurnLog } from '../../src/adapters/agents/scripted/turn-log.ts'
import { createScriptedAgents } from '../../src/adapters/agents/scripted/scripted-agents.ts'
import { conduct } from '../../src/host/conduct.ts'
import { openHost } from '../../src/host/host.ts'
import { isBegun } from '../../src/host/run-store.ts'
import { standardInput } from '../../src/host/standard-input.ts'
import type { RunEvent } from '../../src/kernel/event.ts'
import type { Outcome } from '../../src/kernel/outcome.ts'
import type { Effect } from '../../src/kernel/ports/effect.ts'
import type { JobShape } from './job.ts'
import { jobScript, objective, runName } from './job.ts'
import { placeAt } from './place.ts'
import { readTurnLog } from './read-turn-log.ts'

export interface JobRequest {
  readonly root: string
  /** All but a fan are played by one agent at a time, so that their effects come in the same order every time. */
  readonly shape: JobShape
  /** Whether an agent's session can be taken up again after a crash. */
  readonly resumable: boolean
}

/** Starts the job, or goes on with it when its journal was begun, with the real host and the agents' double. */
export async function conductJob(
  request: JobRequest,
  effect: Effect,
  onEvent: (event: RunEvent) => void,
): Promise<Outcome> {
  const { repository, agentsLog, environment } = placeAt(request.root)
  const host = await openHost({ cwd: repository, environment, flags: [] })
  const roles = forEachRole(() => 'double')
  const parallel = request.shape === 'fan' ? 3 : 1
  const settings = { ...host.settings, limits: { ...host.settings.limits, parallel } }
  const sessions = new Set((await readTurnLog(agentsLog)).map(({ session }) => session))
  const live = await conduct({
    ...host,
    run: runName,
    start: (await isBegun(host.locations, runName))
      ? null
      : standardInput(runName, objective, settings, { roles, programs: {} }),
    profiles: [],
    takeOver: false,
    effect,
    command: 'crash test',
    stopWhenWaiting: true,
    approvedBy: 'the test',
    onActivity: () => {},
    onEvent,
    onWaiting: () => {},
    agents: (clock) => {
      const script = jobScript(request.shape, 0)
      const log = (entry: TurnLogEntry): Promise<void> =>
        effect('agent log', () => appendTurnLog(agentsLog, entry))
      const agents = createScriptedAgents({ script, clock, log, ...(request.resumable ? { sessions } : {}) })
      return {
        turn: (turn, hooks) => effect('agent turn', () => agents.turn(turn, hooks)),
        end: (session) => agents.end(session),
        canResume: (agent) => agents.canResume(agent),
        close: () => agents.close(),
      }
    },
  })
  return live.outcome
}
