import type { State, Transition } from './states.ts'
import { refuseUnlessLegal } from './states.ts'

/** Something, and when it was told. */
export interface Told<Value> {
  readonly at: number
  readonly value: Value
}

/** Where the work is; while a person is waited for, it waits, whatever goes on behind. */
export class Machine {
  readonly transitions: Told<Transition>[] = []
  readonly #open = new Set<string>()
  #behind: State = 'PLANNING'
  state: State = 'PLANNING'

  enter(at: number, stage: string): void {
    if (stage === 'plan' && this.#behind !== 'PLAN_REVIEW') this.move(at, 'PLANNING')
    if (stage === 'approve') this.move(at, 'WAITING_APPROVAL')
    if (stage === 'challenge') this.move(at, 'PLAN_REVIEW')
    if (stage === 'review') this.move(at, 'REVIEWING')
  }

  move(at: number, to: State): void {
    this.#behind = to
    if (this.#open.size === 0) this.#go(at, to)
  }

  settle(at: number, to: State): void {
    this.#open.clear()
    this.move(at, to)
  }

  wait(at: number, question: string): void {
    this.#open.add(question)
    this.#go(at, 'WAITING_APPROVAL')
  }

  answered(at: number, question: string): void {
    this.#open.delete(question)
    if (this.#open.size === 0) this.#go(at, this.#behind)
  }

  #go(at: number, to: State): void {
    if (to === this.state) return
    this.transitions.push({ at, value: refuseUnlessLegal(this.state, to) })
    this.state = to
  }
}
