import type { Clock } from '../../../kernel/ports/clock.ts'
import type { AgentProcess } from './agent-process.ts'

const LONGEST_IDLE_MS = 15_000
const MOST_IDLE = 4

/** Processes that wait a short while for another session. */
export class IdleProcesses {
  readonly #clock: Clock
  readonly #waiting = new Map<AgentProcess, AbortController>()

  constructor(clock: Clock) {
    this.#clock = clock
  }

  get isEmpty(): boolean {
    return this.#waiting.size === 0
  }

  /** Keeps a process until it is taken, is the oldest of too many, or has waited too long. */
  keep(process: AgentProcess): void {
    const timer = new AbortController()
    this.#waiting.set(process, timer)
    const drop = (): void => {
      timer.abort()
      if (this.#waiting.delete(process)) process.connection.end().catch(() => undefined)
    }
    this.#clock.sleep(LONGEST_IDLE_MS, timer.signal).then(drop, () => undefined)
    process.connection.gone.then(drop, drop)
    const [oldest] = this.#waiting.keys()
    if (this.#waiting.size > MOST_IDLE && oldest !== undefined) this.#end(oldest)
  }

  /** One that is just like it, which is then not idle any more. */
  take(key: string): AgentProcess | null {
    for (const [process, timer] of this.#waiting) {
      if (process.key !== key) continue
      timer.abort()
      this.#waiting.delete(process)
      if (process.connection.isOpen) return process
    }
    return null
  }

  /** Lets nobody wait any longer; whoever started the processes ends them. */
  clear(): void {
    for (const timer of this.#waiting.values()) timer.abort()
    this.#waiting.clear()
  }

  #end(process: AgentProcess): void {
    this.#waiting.get(process)?.abort()
    this.#waiting.delete(process)
    process.connection.end().catch(() => undefined)
  }
}
