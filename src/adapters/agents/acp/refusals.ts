import type { TurnHooks } from '../../../kernel/ports/agents.ts'

type Tell = TurnHooks['onRefused']

/** What an agent's process was not let, kept until a turn is there to tell it to. */
export class Refusals {
  readonly #kept: Parameters<Tell>[] = []
  #listener: Tell | null = null

  readonly tell: Tell = (...refused) => {
    if (this.#listener === null) this.#kept.push(refused)
    else this.#listener(...refused)
  }

  listen(listener: Tell | null): void {
    this.#listener = listener
    if (listener !== null) for (const refused of this.#kept.splice(0)) listener(...refused)
  }
}
