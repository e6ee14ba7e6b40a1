import type { EventBody, RunEvent } from './event.ts'
import type { LimitDimension, Limits, Usage } from './usage.ts'

/** What was spent, with the calls that nobody metered counted apart. */
export interface Spend {
  turns: number
  tokens: number
  usd: number
  /** Finished turns whose tokens or money nobody reported. */
  unmeteredTokens: number
  unmeteredUsd: number
}

/** A cap on everything below a scope, and what was used of it. The run's own budget has the scope `''`. */
export interface Budget {
  readonly scope: string
  limits: Limits
  /** How often a person has raised each dimension. */
  readonly raises: Partial<Record<LimitDimension, number>>
  readonly spend: Spend
}

const nothing: Usage = { turns: 0, tokens: 0, usd: 0 }

/** Budgets as a fold over the journal, so that a restart does not refill them. */
export class BudgetBook {
  readonly budgets = new Map<string, Budget>()
  readonly #open = new Map<string, Usage>()
  #openSteps = 0
  #activeMs = 0
  #activeSince = 0
  #lastAt = 0

  apply(event: RunEvent): void {
    switch (event.type) {
      case 'run-started':
        this.#openBudget('', event.limits)
        break
      case 'run-resumed':
        this.#interrupt()
        break
      case 'budget-opened':
        this.#openBudget(event.scope, event.limits)
        break
      case 'budget-raised':
        this.#raise(event)
        break
      case 'step-started':
        if (this.#openSteps === 0) this.#activeSince = event.at
        this.#openSteps += 1
        this.#open.set(event.step, event.reserve ?? nothing)
        if (event.reserve) this.#charge(event.step, event.reserve, 1)
        break
      case 'step-spent':
        this.#settle(event.step, event.usage)
        this.#open.set(event.step, event.usage)
        break
      case 'step-completed':
      case 'step-failed':
        if (event.usage) this.#settle(event.step, event.usage)
        if (event.usage) this.#countUnmetered(event.step, event.usage)
        this.#open.delete(event.step)
        this.#openSteps -= 1
        if (this.#openSteps === 0) this.#activeMs += event.at - this.#activeSince
        break
      default:
        break
    }
    this.#lastAt = event.at
  }

  /** Milliseconds in which at least one step was open. */
  activeMs(now: number): number {
    return this.#activeMs + (this.#openSteps > 0 ? Math.max(0, now - this.#activeSince) : 0)
  }

  /** The first cap that one more step with this reservation would break. */
  broken(
    step: string,
    reserve: Usage,
    now: number,
  ): { readonly budget: Budget; readonly dimension: LimitDimension } | null {
    for (const budget of this.budgets.values()) {
      if (!covers(budget.scope, step)) continue
      const { limits, spend } = budget
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
      if (limits.wallMs !== undefined && this.activeMs(now) >= limits.wallMs) {
        return { budget, dimension: 'wallMs' }
      }
    }
    return null
  }

  #openBudget(scope: string, limits: Limits): void {
    const spend: Spend = { turns: 0, tokens: 0, usd: 0, unmeteredTokens: 0, unmeteredUsd: 0 }
    this.budgets.set(scope, { scope, limits, raises: {}, spend })
  }

  #raise(event: Extract<EventBody, { type: 'budget-raised' }>): void {
    const budget = this.budgets.get(event.scope)
    if (!budget) return
    const limit = budget.limits[event.dimension] ?? 0
    budget.limits = { ...budget.limits, [event.dimension]: limit + event.amount }
    budget.raises[event.dimension] = (budget.raises[event.dimension] ?? 0) + 1
  }

  /** Replaces what an open step is charged now; what nobody reported keeps its reservation. */
  #settle(step: string, usage: Usage): void {
    const before = this.#open.get(step) ?? nothing
    this.#charge(step, before, -1)
    this.#charge(
      step,
      { turns: usage.turns, tokens: usage.tokens ?? before.tokens, usd: usage.usd ?? before.usd },
      1,
    )
  }

  #charge(step: string, usage: Usage, sign: 1 | -1): void {
    for (const budget of this.budgets.values()) {
      if (!covers(budget.scope, step)) continue
      budget.spend.turns += sign * usage.turns
      budget.spend.tokens += sign * (usage.tokens ?? 0)
      budget.spend.usd += sign * (usage.usd ?? 0)
    }
  }

  #countUnmetered(step: string, usage: Usage): void {
    for (const budget of this.budgets.values()) {
      if (!covers(budget.scope, step)) continue
      if (usage.tokens === null) budget.spend.unmeteredTokens += 1
      if (usage.usd === null) budget.spend.unmeteredUsd += 1
    }
  }

  /** A crash or pause closed the open steps at the last thing we heard of them; they stay charged. */
  #interrupt(): void {
    if (this.#openSteps > 0) this.#activeMs += this.#lastAt - this.#activeSince
    this.#openSteps = 0
    this.#open.clear()
  }
}

function covers(scope: string, step: string): boolean {
  return scope === '' || step === scope || step.startsWith(`${scope}/`)
}
