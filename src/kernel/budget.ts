import type { EventBody, RunEvent } from './event.ts'
import { amountOf, atLeast, type LimitDimension, type Limits, soundUsage, type Usage } from './usage.ts'
import { WorkingTime } from './working-time.ts'

/** What was spent, with the calls that nobody metered counted apart. */
export interface Spend {
  turns: number
  tokens: number
  usd: number
  /** Finished turns whose tokens or money nobody reported. */
  unmeteredTokens: number
  unmeteredUsd: number
  /** Finished turns whose money was reckoned by a list of prices; absent when none was. */
  estimatedUsd?: number
}

/** A cap on everything below a scope, and what was used of it. The run's own budget has the scope `''`. */
export interface Budget {
  readonly scope: string
  limits: Limits
  /** As it was before anybody raised it. */
  readonly first: Limits
  /** How often a person has raised each dimension, and who did so last without being asked. */
  readonly raises: Partial<Record<LimitDimension, number>>
  readonly raisedBy: Partial<Record<LimitDimension, string>>
  readonly spend: Spend
  readonly time: WorkingTime
}

const nothing: Usage = { turns: 0, tokens: 0, usd: 0 }

/** A reservation is replaced by the first report; a report only by one of more. */
interface Charge {
  readonly usage: Usage
  readonly isTold: boolean
}

const uncharged: Charge = { usage: nothing, isTold: false }

/** Budgets as a fold over the journal, so that a restart does not refill them. */
export class BudgetBook {
  readonly budgets = new Map<string, Budget>()
  /** What the present attempt of each unfinished step is charged. */
  readonly #charges = new Map<string, Charge>()
  /** What was let through and is not durable yet: two that check at the same moment must not both get the last of a cap. */
  readonly #held = new Map<string, Usage>()
  /** What steps at work have told and the journal does not say yet: turns that go on side by side share one cap. */
  readonly #told = new Map<string, Usage>()
  #lastAt = 0

  apply(event: RunEvent): void {
    const idle = amountOf(event.idle) ?? 0
    if (idle > 0) for (const { time } of this.budgets.values()) time.skip(idle)
    switch (event.type) {
      case 'run-started':
        this.#openBudget('', event.limits)
        break
      case 'run-resumed':
        for (const { time } of this.budgets.values()) time.interrupt(this.#lastAt)
        break
      case 'budget-opened':
        this.#openBudget(event.scope, event.limits)
        break
      case 'budget-raised':
        this.#raise(event)
        break
      case 'step-started':
        this.#held.delete(event.step)
        if (isWork(event.kind))
          for (const { time } of this.#above(event.step)) time.begin(event.step, event.at)
        this.#reserve(event.step, event.reserve ?? nothing)
        break
      case 'step-spent':
        this.#held.delete(event.step)
        this.#settle(event.step, event.usage)
        break
      case 'step-completed':
      case 'step-failed':
        this.#held.delete(event.step)
        this.#told.delete(event.step)
        if (event.usage) {
          this.#settle(event.step, event.usage)
          this.#countUnmetered(event.step, soundUsage(event.usage))
        }
        this.#charges.delete(event.step)
        for (const { time } of this.#above(event.step)) time.end(event.step, event.at)
        break
      default:
        break
    }
    this.#lastAt = event.at
  }

  /** Milliseconds of work in the whole run. */
  activeMs(now: number): number {
    return this.budgets.get('')?.time.until(now) ?? 0
  }

  /** Counts what was let through against every cap at once, until the journal says that it has begun. */
  hold(step: string, usage: Usage): void {
    if (usage.turns > 0) this.#held.set(step, usage)
  }

  /** The first cap that one more step with this reservation would break. */
  broken(
    step: string,
    reserve: Usage,
    now: number,
  ): { readonly budget: Budget; readonly dimension: LimitDimension } | null {
    for (const budget of this.#above(step)) {
      const { limits } = budget
      const spend = this.#inMind(budget)
      if (limits.turns !== undefined && spend.turns + reserve.turns > limits.turns) {
        return { budget, dimension: 'turns' }
      }
      if (
        limits.tokens !== undefined &&
        reserve.turns > 0 &&
        spend.tokens + (reserve.tokens ?? 0) >= limits.tokens
      ) {
        return { budget, dimension: 'tokens' }
      }
      if (limits.usd !== undefined && reserve.turns > 0 && spend.usd + (reserve.usd ?? 0) >= limits.usd) {
        return { budget, dimension: 'usd' }
      }
      if (limits.wallMs !== undefined && budget.time.until(now) >= limits.wallMs) {
        return { budget, dimension: 'wallMs' }
      }
    }
    return null
  }

  /** Whether a step at work passes a cap on tokens or money, when it has spent so much; others then know of it too. */
  isPassed(step: string, told: Usage): boolean {
    const { usage: charged, isTold } = this.#charges.get(step) ?? uncharged
    let spent = soundUsage(told)
    const before = this.#told.get(step)
    if (before !== undefined) spent = atLeast(before, spent)
    if (isTold) spent = atLeast(charged, spent)
    this.#told.delete(step)
    const isPassed = this.#above(step).some((budget) => {
      const { limits } = budget
      const { tokens, usd } = this.#inMind(budget)
      const isOver = (dimension: 'tokens' | 'usd', others: number): boolean => {
        const own = spent[dimension]
        const limit = limits[dimension]
        return own !== null && limit !== undefined && others - (charged[dimension] ?? 0) + own > limit
      }
      return isOver('tokens', tokens) || isOver('usd', usd)
    })
    if (this.#charges.has(step)) this.#told.set(step, spent)
    return isPassed
  }

  /** What is spent, with what the journal does not say yet. */
  #inMind({ scope, spend }: Budget): Pick<Spend, 'turns' | 'tokens' | 'usd'> {
    let { turns, tokens, usd } = spend
    for (const [step, held] of this.#held) {
      if (!covers(scope, step)) continue
      turns += held.turns
      tokens += held.tokens ?? 0
      usd += held.usd ?? 0
    }
    for (const [step, told] of this.#told) {
      if (!covers(scope, step)) continue
      const { usage: charged } = this.#charges.get(step) ?? uncharged
      tokens += Math.max(0, (told.tokens ?? 0) - (charged.tokens ?? 0))
      usd += Math.max(0, (told.usd ?? 0) - (charged.usd ?? 0))
    }
    return { turns, tokens, usd }
  }

  #openBudget(scope: string, limits: Limits): void {
    const spend: Spend = { turns: 0, tokens: 0, usd: 0, unmeteredTokens: 0, unmeteredUsd: 0 }
    this.budgets.set(scope, {
      scope,
      limits,
      first: limits,
      raises: {},
      raisedBy: {},
      spend,
      time: new WorkingTime(),
    })
  }

  #raise(event: Extract<EventBody, { type: 'budget-raised' }>): void {
    const budget = this.budgets.get(event.scope)
    if (!budget) return
    const limit = budget.limits[event.dimension]
    if (limit === undefined) return
    budget.limits = { ...budget.limits, [event.dimension]: limit + event.amount }
    budget.raises[event.dimension] = (budget.raises[event.dimension] ?? 0) + 1
    if (event.by !== undefined) budget.raisedBy[event.dimension] = event.by
  }

  #reserve(step: string, reserve: Usage): void {
    const usage = soundUsage(reserve)
    this.#charge(step, nothing, usage)
    this.#charges.set(step, { usage, isTold: false })
  }

  /** Replaces what an unfinished step is charged; what nobody reported keeps its reservation. */
  #settle(step: string, usage: Usage): void {
    const { usage: before, isTold } = this.#charges.get(step) ?? uncharged
    const told = soundUsage(usage)
    const known = { turns: told.turns, tokens: told.tokens ?? before.tokens, usd: told.usd ?? before.usd }
    const after = isTold ? atLeast(before, known) : known
    this.#charge(step, before, after)
    this.#charges.set(step, { usage: after, isTold: true })
  }

  #charge(step: string, before: Usage, after: Usage): void {
    for (const { spend } of this.#above(step)) {
      spend.turns += after.turns - before.turns
      spend.tokens += (after.tokens ?? 0) - (before.tokens ?? 0)
      spend.usd += (after.usd ?? 0) - (before.usd ?? 0)
    }
  }

  #countUnmetered(step: string, usage: Usage): void {
    for (const { spend } of this.#above(step)) {
      if (usage.tokens === null) spend.unmeteredTokens += 1
      if (usage.usd === null) spend.unmeteredUsd += 1
      if (usage.isEstimated) spend.estimatedUsd = (spend.estimatedUsd ?? 0) + 1
    }
  }

  /** The budgets whose scope a step is in. */
  #above(step: string): readonly Budget[] {
    if (this.budgets.size <= 1) return [...this.budgets.values()]
    return [...this.budgets.values()].filter(({ scope }) => covers(scope, step))
  }
}

/** Timers and steps that only hold other steps are no work. */
function isWork(kind: string): boolean {
  return kind !== 'timer' && !kind.startsWith('sub-run:')
}

function covers(scope: string, step: string): boolean {
  return scope === '' || step === scope || step.startsWith(`${scope}/`)
}
