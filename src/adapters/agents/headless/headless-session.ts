import type { Usage } from '../../../kernel/usage.ts'
import type { HeadlessWay } from '../../../profiles/headless-way.ts'
import { SessionSpend } from './session-spend.ts'

/** A session of a program that is only there while it has a turn: what is known of it between its turns. */
export class HeadlessSession {
  readonly agent: string
  readonly path: string
  readonly #tokens: SessionSpend
  readonly #usd: SessionSpend
  /** The program's own name for it; `null` until it has told it. */
  id: string | null
  /** The name that we hand out. */
  name: string | null = null
  isBusy = true
  /** Whether the program has done anything in it, so that it can be taken up again. */
  isBegun: boolean

  constructor(place: {
    readonly agent: string
    readonly path: string
    readonly way: HeadlessWay
    readonly id: string | null
    /** Whether it is an old one that is taken up again. */
    readonly isOld: boolean
  }) {
    this.agent = place.agent
    this.path = place.path
    this.id = place.id
    this.isBegun = place.isOld
    this.#tokens = new SessionSpend(place.way.tokens.report, !place.isOld)
    this.#usd = new SessionSpend(place.way.usd.report, !place.isOld)
  }

  take(figures: { readonly tokens: number | null; readonly usd: number | null }): Usage | null {
    if (figures.tokens === null && figures.usd === null) return null
    this.#tokens.take(figures.tokens)
    this.#usd.take(figures.usd)
    const [tokens, usd] = [this.#tokens.soFar(), this.#usd.soFar()]
    return tokens === null && usd === null ? null : { turns: 1, tokens, usd }
  }

  settle(): Usage {
    return { turns: 1, tokens: this.#tokens.settle(), usd: this.#usd.settle() }
  }
}
