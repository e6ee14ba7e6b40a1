import { askPerson } from './ask-person.ts'
import type { Json } from './json.ts'
import type { Order } from './order.ts'
import { performStep } from './perform-step.ts'
import type { Performance } from './performance.ts'
import type { Fact, Playbook, Run, StepSpec, Wait } from './playbook.ts'
import type { Answer, Question } from './question.ts'
import type { Limits } from './usage.ts'

interface ScopedLimits {
  readonly scope: string
  readonly limits: Limits
}

const namePattern = /^[\p{L}\p{N}_@.-]+(\/[\p{L}\p{N}_@.-]+)*$/u

/** The hands a playbook gets, for one scope of one performance. */
export class PlayedRun implements Run {
  readonly scopeName: string
  readonly #performance: Performance
  readonly #signal: AbortSignal
  readonly #budgets: readonly ScopedLimits[]

  constructor(
    performance: Performance,
    scopeName: string,
    signal: AbortSignal,
    budgets: readonly ScopedLimits[] = [],
  ) {
    this.#performance = performance
    this.scopeName = scopeName
    this.#signal = signal
    this.#budgets = budgets
  }

  get id(): string {
    return this.#performance.state.run
  }

  scope(name: string, limits?: Limits): Run {
    const scope = this.#path(name)
    const budgets =
      limits && Object.keys(limits).length > 0 ? [...this.#budgets, { scope, limits }] : this.#budgets
    return new PlayedRun(this.#performance, scope, this.#signal, budgets)
  }

  shielded(): Run {
    return new PlayedRun(this.#performance, this.scopeName, this.#performance.halting.signal, this.#budgets)
  }

  async step<T extends Json>(name: string, spec: StepSpec<T>): Promise<T> {
    for (const budget of this.#budgets) await this.#openBudget(budget)
    return performStep(this.#performance, this.#path(name), spec, this.#signal)
  }

  async decide<T extends Json>(name: string, decide: () => T): Promise<T> {
    const path = this.#path(name)
    this.#performance.claim(path)
    const known = this.#performance.state.facts.get(path)
    if (known !== undefined) return known as T
    const value = decide()
    await this.#performance.append({ type: 'fact-recorded', name: path, kind: 'decision', version: 1, value })
    return value
  }

  async record(name: string, fact: Fact): Promise<void> {
    const path = this.#path(name)
    this.#performance.claim(path)
    if (this.#performance.state.facts.has(path)) return
    await this.#performance.append({ type: 'fact-recorded', name: path, ...fact })
  }

  recorded(): ReadonlyMap<string, Json> {
    const facts = [...this.#performance.state.facts]
    return new Map(
      this.scopeName === '' ? facts : facts.filter(([name]) => name.startsWith(`${this.scopeName}/`)),
    )
  }

  async question(name: string, question: Question): Promise<Answer> {
    const path = this.#path(name)
    this.#performance.claim(path)
    return askPerson(this.#performance, path, this.#signal, question)
  }

  orders(): readonly Order[] {
    return [...this.#performance.state.orders]
  }

  onOrder(listener: () => void): () => void {
    return this.#performance.onOrder(listener)
  }

  async sleep(name: string, wait: Wait): Promise<void> {
    await this.step(name, {
      kind: 'timer',
      input: wait,
      execute: async ({ world: { clock }, startedAt, signal }) => {
        if ('until' in wait) await clock.sleepUntil(wait.until, signal)
        // A clock that was set back meanwhile makes no pause longer than it is.
        else await clock.sleep(Math.min(wait.ms, startedAt + wait.ms - clock.now()), signal)
        return null
      },
    })
  }

  async play<In, Out extends Json>(name: string, playbook: Playbook<In, Out>, input: Json): Promise<Out> {
    return performStep<Out>(
      this.#performance,
      this.#path(name),
      {
        kind: `sub-run:${playbook.name}`,
        version: playbook.version,
        input,
        execute: () => playbook.play(this.scope(name), playbook.parseInput(input)),
      },
      this.#signal,
      'composite',
    )
  }

  async #openBudget({ scope, limits }: ScopedLimits): Promise<void> {
    const { state, opening } = this.#performance
    if (state.budgets.budgets.has(scope)) return
    const opened = opening.get(scope) ?? this.#performance.append({ type: 'budget-opened', scope, limits })
    opening.set(scope, opened)
    await opened
  }

  #path(name: string): string {
    if (!namePattern.test(name)) {
      throw new Error(
        `"${name}" cannot name a step: use letters, digits, "_", "@", "." and "-", with "/" between parts.`,
      )
    }
    return this.scopeName === '' ? name : `${this.scopeName}/${name}`
  }
}
