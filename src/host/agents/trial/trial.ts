import type { ConfiguredAgent } from '../../../adapters/agents/turns/configured-agent.ts'
import type { ScriptedModel } from '../../../adapters/models/scripted/scripted-model.ts'
import type { Clock } from '../../../kernel/ports/clock.ts'
import { type Conductor, startConductor, type TakenTurn } from './conductor.ts'
import { FIRST_WORDS } from './first-words.ts'
import { type MemoryWatch, watchMemory } from './memory-watch.ts'
import type { Scratch } from './scratch.ts'
import type { TappedProcess } from './tap-processes.ts'

/** What every check stands on: the agent, a place to work, and conductors that start it. */
export interface Trial {
  readonly agent: ConfiguredAgent
  readonly scratch: Scratch
  /** `null`: the agent's own model answers. */
  readonly model: ScriptedModel | null
  readonly clock: Clock
  readonly signal: AbortSignal
  /** Begins every marker that processes of this trial carry. */
  readonly marker: string
  readonly memory: MemoryWatch
  /** The model's name as the agent is to be told it; `null` when there is none that could be pinned. */
  readonly pin: string | null
  /** Another conductor, as after a crash of the first one. */
  start(over?: Partial<ConfiguredAgent>): Conductor
  /** The conductor that most checks share, and the session of its first turn, which is taken once. */
  first(): Promise<FirstTurn>
  /** Every process that was started so far. */
  launched(): readonly TappedProcess[]
  close(): Promise<void>
}

export interface FirstTurn extends TakenTurn {
  readonly conductor: Conductor
}

export interface TrialRequest {
  readonly agent: ConfiguredAgent
  readonly scratch: Scratch
  readonly model: ScriptedModel | null
  readonly pin: string | null
  readonly clock: Clock
  readonly signal: AbortSignal
  readonly environment: Readonly<Record<string, string>>
}

export function openTrial(request: TrialRequest): Trial {
  const { agent, scratch, clock, signal, environment } = request
  const marker = `try-${scratch.word}`
  const started: Conductor[] = []
  const launched = (): readonly TappedProcess[] => started.flatMap((conductor) => conductor.launched)
  const memory = watchMemory(() => launched().map(({ process: { pid } }) => pid))
  let first: Promise<FirstTurn> | null = null
  const start: Trial['start'] = (over = {}) => {
    const conductor = startConductor({
      agent: { ...agent, ...over },
      folder: scratch.folder,
      marker: `${marker}-${started.length + 1}`,
      clock,
      environment,
      signal,
    })
    started.push(conductor)
    return conductor
  }
  const takeFirst = async (): Promise<FirstTurn> => {
    const conductor = start()
    const taken = await conductor.turn({ check: 'answer', say: FIRST_WORDS, path: scratch.worktree })
    return { ...taken, conductor }
  }
  return {
    ...request,
    marker,
    memory,
    start,
    launched,
    first: () => (first ??= takeFirst()),
    close: async () => {
      memory.stop()
      await Promise.all(started.map((conductor) => conductor.close()))
    },
  }
}
