import { createHash, randomBytes } from 'node:crypto'
import type { Json } from '../../../kernel/json.ts'
import type { Tool, ToolAnswer, ToolOffer } from '../../../kernel/ports/tools.ts'
import type { ToolSource } from './mcp-face.ts'

const CLOSED = 'No turn of yours is at work, so nobody takes this call.'
const BROKEN = 'The call could not be taken; do without it, and end your turn as you were asked to.'

/** What one session may reach: its token for as long as it lives, and the offer of its turn while that is at work. */
export class Grant implements ToolSource {
  readonly token = randomBytes(32).toString('base64url')
  #tools: readonly Tool[] = []
  #offer: ToolOffer | null = null

  open(offer: ToolOffer): void {
    this.#offer = offer
    this.#tools = offer.tools
  }

  close(offer: ToolOffer): void {
    if (this.#offer === offer) this.#offer = null
  }

  get isOpen(): boolean {
    return this.#offer !== null
  }

  /** Also between turns: many agents ask once and remember. */
  list(): Promise<readonly Tool[]> {
    return Promise.resolve(this.#tools)
  }

  async call(name: string, input: Json): Promise<ToolAnswer> {
    if (this.#offer === null) return { text: CLOSED, isError: true }
    try {
      return await this.#offer.call(name, input)
    } catch {
      return { text: BROKEN, isError: true }
    }
  }
}

/** All sessions' grants. A token is found by its hash, so that the time it takes says nothing about it. */
export class Grants {
  readonly #byToken = new Map<string, Grant>()
  readonly #bySession = new Map<string, Grant>()

  open(offer: ToolOffer): Grant {
    const known = offer.session === null ? undefined : this.#bySession.get(offer.session)
    const grant = known ?? new Grant()
    this.#byToken.set(digest(grant.token), grant)
    grant.open(offer)
    return grant
  }

  close(grant: Grant, offer: ToolOffer): void {
    grant.close(offer)
    this.#drop(grant)
  }

  bind(session: string, grant: Grant): void {
    this.#bySession.set(session, grant)
  }

  forget(session: string): void {
    const grant = this.#bySession.get(session)
    if (grant === undefined) return
    this.#bySession.delete(session)
    this.#drop(grant)
  }

  find(token: string): Grant | null {
    return this.#byToken.get(digest(token)) ?? null
  }

  /** A turn whose session was lost goes on in another: its grant lives while it has an offer or a session. */
  #drop(grant: Grant): void {
    if (grant.isOpen || [...this.#bySession.values()].includes(grant)) return
    this.#byToken.delete(digest(grant.token))
  }
}

function digest(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}
