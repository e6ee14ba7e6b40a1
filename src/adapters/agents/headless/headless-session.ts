import type { Usage } from '../../../kernel/usage.ts'
import type { HeadlessWay } from '../../../profiles/headless-way.ts'
import { SessionFigure } from '../turns/session-figure.ts'
import type { ToldFigures } from './turn-report.ts'

/** A session of a program that is only there while it has a turn: what is known of it between its turns. */
export class HeadlessSession {
  readonly agent: string
  readonly path: string
  readonly #tokens: SessionFigure
  readonly #usd: SessionFigure
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
    this.#tokens = new SessionFigure(place.way.tokens.report, !place.isOld)
    this.#usd = new SessionFigure(place.way.usd.report, !place.isOld)
  }

  take(figures: ToldFigures): Usage | null {
    if (figures.tokens.length === 0 && figures.usd.length === 0) return null
    this.#tokens.take(...figures.tokens)
    this.#usd.take(...figures.usd)
    const [tokens, usd] = [this.#tokens.soFar(), this.#usd.soFar()]
    return tokens === null && usd === null ? null : { turns: 1, tokens, usd, ...this.#oddity() }
  }

  settle(): Usage {
    const oddity = this.#oddity()
    return { turns: 1, tokens: this.#tokens.settle(), usd: this.#usd.settle(), ...oddity }
  }

  #oddity(): Pick<Usage, 'isSenseless'> {
    return this.#tokens.isSenseless || this.#usd.isSenseless ? { isSenseless: true } : {}
  }
}
