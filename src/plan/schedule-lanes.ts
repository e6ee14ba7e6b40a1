import type { SchedulePolicy } from './schedule-policy.ts'
import { RankedQueue } from './schedule-queue.ts'
import type { ScheduledTask } from './schedule-task.ts'

/** Tasks of one role for one agent program: those that are ready, and how many are at work. */
interface Lane {
  readonly role: string
  readonly agent: string
  readonly queue: RankedQueue
  running: number
}

type Limits = Pick<SchedulePolicy, 'roleLimits' | 'agentLimits'>

/** Ready tasks, kept apart by what has a cap, so that a full or parked lane costs nothing to pass over. */
export class Lanes {
  readonly #limits: Limits
  readonly #ranks: readonly number[]
  readonly #isReady: (task: number) => boolean
  readonly #lanes: readonly Lane[]
  readonly #laneOf: readonly Lane[]

  /** What is no longer ready when its turn comes is passed over. */
  constructor(
    tasks: readonly ScheduledTask[],
    limits: Limits,
    ranks: readonly number[],
    isReady: (task: number) => boolean,
  ) {
    this.#limits = limits
    this.#ranks = ranks
    this.#isReady = isReady
    const lanes = new Map<string, Lane>()
    this.#laneOf = tasks.map(({ role, agent }) => {
      const key = `${role}\n${agent}`
      const lane = lanes.get(key) ?? { role, agent, queue: new RankedQueue(ranks), running: 0 }
      lanes.set(key, lane)
      return lane
    })
    this.#lanes = [...lanes.values()]
  }

  add(task: number): void {
    this.#laneOf[task]?.queue.add(task)
  }

  /** The ready task that comes first, among those whose lane is not full and whose agent may be used. */
  take(mayUse: (agent: string) => boolean): number | undefined {
    let best: Lane | undefined
    let least = Infinity
    for (const lane of this.#lanes) {
      const rank = this.#ranks[this.#first(lane) ?? -1] ?? Infinity
      if (rank >= least || this.#capOn(lane) !== null || !mayUse(lane.agent)) continue
      best = lane
      least = rank
    }
    return best?.queue.take()
  }

  enter(task: number): void {
    const lane = this.#laneOf[task]
    if (lane) lane.running += 1
  }

  leave(task: number): void {
    const lane = this.#laneOf[task]
    if (lane) lane.running -= 1
  }

  /** Whose cap keeps a task from starting. */
  capOver(task: number): 'role' | 'agent' | null {
    const lane = this.#laneOf[task]
    return lane === undefined ? null : this.#capOn(lane)
  }

  #capOn({ role, agent }: Lane): 'role' | 'agent' | null {
    const { roleLimits, agentLimits } = this.#limits
    const running = (isOne: (lane: Lane) => boolean): number =>
      this.#lanes.reduce((sum, lane) => sum + (isOne(lane) ? lane.running : 0), 0)
    if (running((lane) => lane.role === role) >= Math.max(1, roleLimits[role] ?? Infinity)) return 'role'
    const name = nameOf(agent)
    const most = Math.max(1, agentLimits[name] ?? Infinity)
    if (running((lane) => nameOf(lane.agent) === name) >= most) return 'agent'
    return null
  }

  #first({ queue }: Lane): number | undefined {
    while (queue.first !== undefined && !this.#isReady(queue.first)) queue.take()
    return queue.first
  }
}

/** An agent with a model of its own, as in `codex (gpt-5.5)`, has the cap of the agent. */
function nameOf(agent: string): string {
  return agent.replace(/ \(.*\)$/, '')
}
