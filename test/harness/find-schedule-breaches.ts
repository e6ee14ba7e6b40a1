import { plannedWaves } from '../../src/plan/plan-graph.ts'
import type { ScheduleFact } from '../../src/plan/schedule-fact.ts'
import type { SchedulePolicy } from '../../src/plan/schedule-policy.ts'
import type { ScheduledTask } from '../../src/plan/schedule-task.ts'
import type { WaitReason } from '../../src/plan/schedule-wait.ts'
import { overlap } from '../../src/plan/write-set.ts'
import type { Moment } from './play-schedule.ts'

/** Where the tasks stand, found out in the plainest way. */
interface Standing {
  readonly running: readonly string[]
  readonly endings: ReadonlyMap<string, string>
  readonly width: number
  readonly parked: ReadonlyMap<string, number>
}

/** Every way in which the scheduler broke its promises while it played a plan. */
export function findScheduleBreaches(
  tasks: readonly ScheduledTask[],
  policy: SchedulePolicy,
  moments: readonly Moment[],
): readonly string[] {
  const judge = new Judge(tasks, policy)
  const last = moments.at(-1)
  return [...moments.flatMap((moment) => judge.breaches(moment)), ...(last ? judge.unended(last) : [])]
}

class Judge {
  readonly #tasks: ReadonlyMap<string, ScheduledTask>
  readonly #policy: SchedulePolicy
  readonly #waves: ReadonlyMap<string, number>
  readonly #longest = new Map<string, number>()

  constructor(tasks: readonly ScheduledTask[], policy: SchedulePolicy) {
    this.#tasks = new Map(tasks.map((task) => [task.id, task]))
    this.#policy = policy
    const waves = policy.order === 'waves' ? plannedWaves(tasks) : [tasks.map(({ id }) => id)]
    this.#waves = new Map(waves.flatMap((wave, index) => wave.map((id) => [id, index] as const)))
  }

  breaches({ facts, now, decision }: Moment): readonly string[] {
    const before = this.#standing(facts)
    const started = decision.start.map((task): ScheduleFact => ({ kind: 'started', task }))
    const blocked = decision.block.map((task): ScheduleFact => ({ kind: 'ended', task, as: 'blocked' }))
    const after = this.#standing([...facts, ...blocked, ...started])
    return [
      ...decision.start.flatMap((task) => this.#earlyStart(task, before, after, now)),
      ...decision.block.flatMap((task) =>
        this.#isDoomed(task, after) ? [] : [`${task} blocked without cause`],
      ),
      ...this.#collisions(after.running),
      ...this.#excess(before, after),
      ...this.#disorder(decision.start, decision.wait),
      ...[...decision.wait].flatMap(([task, reason]) =>
        this.#isTrue(task, reason, after, now) ? [] : [`${task} waits without cause: ${reason.kind}`],
      ),
    ]
  }

  /** Every run ends, with an ending for every task. */
  unended({ facts, decision }: Moment): readonly string[] {
    const { endings } = this.#standing(facts)
    const left = [...this.#tasks.keys()].filter((id) => !endings.has(id) && !decision.block.includes(id))
    return left.map((id) => `${id} never ended`)
  }

  #earlyStart(id: string, before: Standing, after: Standing, now: number): readonly string[] {
    const task = this.#task(id)
    const isAgain = before.running.includes(id) || before.endings.has(id)
    const isParked = (before.parked.get(task.agent) ?? -Infinity) > now
    const isUnproven = task.dependencies.some((each) => before.endings.get(each) !== 'done')
    return [
      ...(isAgain ? [`${id} started again`] : []),
      ...(isParked ? [`${id} started although ${task.agent} is parked`] : []),
      ...(isUnproven ? [`${id} started before its dependencies were proven`] : []),
      ...(this.#isBehind(id, after) ? [`${id} started before its wave`] : []),
    ]
  }

  #collisions(running: readonly string[]): readonly string[] {
    const pairs = running.flatMap((a, index) => running.slice(index + 1).map((b) => [a, b] as const))
    return pairs.filter(([a, b]) => this.#clash(a, b)).map((pair) => `${pair.join(' and ')} ran at once`)
  }

  #excess(before: Standing, { running }: Standing): readonly string[] {
    const { parallel, roleLimits, agentLimits } = this.#policy
    const most = Math.max(before.running.length, before.width)
    const count = (is: (task: ScheduledTask) => boolean): number =>
      running.filter((id) => is(this.#task(id))).length
    return [
      ...(running.length > Math.min(parallel, most) ? [`${running.length} at work at once`] : []),
      ...Object.entries(roleLimits)
        .filter(([role, limit]) => count((task) => task.role === role) > limit)
        .map(([role]) => `too many of role ${role}`),
      ...Object.entries(agentLimits)
        .filter(([agent, limit]) => count((task) => task.agent === agent) > limit)
        .map(([agent]) => `too many of agent ${agent}`),
    ]
  }

  /** What starts comes before what only waits for a free place, and in order. */
  #disorder(start: readonly string[], wait: ReadonlyMap<string, WaitReason>): readonly string[] {
    const passed = [...wait].filter(([, reason]) => reason.kind === 'cap' && reason.of === 'all')
    const order = start.map((id) => this.#remaining(id))
    const least = Math.min(...order)
    return [
      ...(order.some((minutes, index) => minutes > (order[index - 1] ?? Infinity))
        ? ['started out of order']
        : []),
      ...(start.length === 0 ? [] : passed)
        .filter(([id]) => this.#remaining(id) > least)
        .map(([id]) => `${id} was passed over`),
    ]
  }

  #isTrue(id: string, reason: WaitReason, after: Standing, now: number): boolean {
    const { role, agent } = this.#task(id)
    const count = (is: (task: ScheduledTask) => boolean): number =>
      after.running.filter((each) => is(this.#task(each))).length
    switch (reason.kind) {
      case 'dependencies':
        return reason.on.length > 0 && reason.on.every((each) => after.endings.get(each) !== 'done')
      case 'wave':
        return this.#isBehind(id, after)
      case 'lock':
        return after.running.includes(reason.holder) && this.#clash(id, reason.holder)
      case 'parked':
        return reason.until > now && after.parked.get(agent) === reason.until
      case 'cap':
        if (reason.of === 'all') return after.running.length >= after.width
        return reason.of === 'role'
          ? count((task) => task.role === role) >= (this.#policy.roleLimits[role] ?? Infinity)
          : count((task) => task.agent === agent) >= (this.#policy.agentLimits[agent] ?? Infinity)
    }
  }

  #isDoomed(id: string, { endings }: Standing): boolean {
    return this.#task(id).dependencies.some((each) =>
      ['given-up', 'blocked'].includes(endings.get(each) ?? ''),
    )
  }

  #isBehind(id: string, { endings }: Standing): boolean {
    return [...this.#tasks.keys()].some((other) => this.#wave(other) < this.#wave(id) && !endings.has(other))
  }

  #clash(a: string, b: string): boolean {
    const [one, other] = [this.#task(a), this.#task(b)]
    const isUnknown = one.writeSet.length === 0 || other.writeSet.length === 0
    return (
      overlap(one.writeSet, other.writeSet) ||
      one.conflicts.includes(b) ||
      other.conflicts.includes(a) ||
      (isUnknown && this.#policy.unknownWriteSet === 'exclusive')
    )
  }

  #remaining(id: string): number {
    const known = this.#longest.get(id)
    if (known !== undefined) return known
    const behind = [...this.#tasks.values()].filter(({ dependencies }) => dependencies.includes(id))
    const longest = this.#task(id).minutes + Math.max(0, ...behind.map((task) => this.#remaining(task.id)))
    this.#longest.set(id, longest)
    return longest
  }

  #standing(facts: readonly ScheduleFact[]): Standing {
    const running = new Set<string>()
    const endings = new Map<string, string>()
    const parked = new Map<string, number>()
    let width = this.#policy.parallel
    let setbacks = 0
    const present = (): number =>
      Math.min(...[...this.#tasks.keys()].filter((id) => !endings.has(id)).map((id) => this.#wave(id)))
    for (const fact of facts) {
      const wave = present()
      if (fact.kind === 'started') running.add(fact.task)
      if (fact.kind === 'parked') parked.set(fact.agent, Math.max(fact.until, parked.get(fact.agent) ?? 0))
      if (fact.kind === 'setback') setbacks += 1
      if (fact.kind === 'setback' && setbacks === this.#policy.setbacks) {
        width = Math.ceil(width / 2)
        setbacks = 0
      }
      if (fact.kind !== 'ended') continue
      running.delete(fact.task)
      endings.set(fact.task, fact.as)
      if (fact.as === 'done') width = Math.min(this.#policy.parallel, width + 1)
      if (this.#policy.order === 'ready' ? fact.as === 'done' : present() !== wave) setbacks = 0
    }
    return { running: [...running], endings, width, parked }
  }

  #wave(id: string): number {
    return this.#waves.get(id) ?? 0
  }

  #task(id: string): ScheduledTask {
    const task = this.#tasks.get(id)
    if (task === undefined) throw new Error(`There is no task ${id}.`)
    return task
  }
}
