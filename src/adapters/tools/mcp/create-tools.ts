import { fileURLToPath } from 'node:url'
import type { OpenTools, ToolOffer, Tools, ToolServer } from '../../../kernel/ports/tools.ts'
import { Grants, type Grant } from './grants.ts'
import type { ToolListener } from './tool-listener.ts'

export interface ToolsOptions {
  /** Tutti's own, told to agents. */
  readonly version: string
  /** Is told, once, why there are no tools. */
  readonly onTrouble: (text: string) => void
  /** The built bridge, where it is not beside this module. */
  readonly bridge?: string
}

/** Tools over the Model Context Protocol: one server on the loopback for the whole run, and a bridge to it. */
export function createTools(options: ToolsOptions): Tools {
  return new McpTools(options)
}

class McpTools implements Tools {
  readonly #options: ToolsOptions
  readonly #grants = new Grants()
  #listener: Promise<ToolListener | null> | null = null

  constructor(options: ToolsOptions) {
    this.#options = options
  }

  async open(offer: ToolOffer): Promise<OpenTools | null> {
    this.#listener ??= this.#listen()
    const listener = await this.#listener
    if (listener === null) return null
    const grant = this.#grants.open(offer)
    return {
      server: this.#serverFor(listener.url, grant, offer),
      taken: (session) => this.#grants.bind(session, grant),
      close: () => this.#grants.close(grant, offer),
    }
  }

  forget(session: string): void {
    this.#grants.forget(session)
  }

  async close(): Promise<void> {
    const listener = await this.#listener
    this.#listener = Promise.resolve(null)
    await listener?.close()
  }

  async #listen(): Promise<ToolListener | null> {
    try {
      // The protocol is loaded by whoever needs it: a run without tools starts a tenth of a second sooner.
      const { ToolListener: Listener } = await import('./tool-listener.ts')
      return await Listener.open(this.#grants, this.#options.version)
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error)
      this.#options.onTrouble(`Agents get no tools, because nothing can listen on this machine: ${why}`)
      return null
    }
  }

  #serverFor(url: string, grant: Grant, offer: ToolOffer): ToolServer {
    const bridge = this.#options.bridge ?? fileURLToPath(new URL('bridge.js', import.meta.url))
    const env = { TUTTI_TOOLS_URL: url, TUTTI_TOOLS_TOKEN: grant.token }
    return {
      name: 'tutti',
      tools: offer.tools.map(({ name }) => name),
      stdio: { command: process.execPath, args: [bridge], env },
      http: { url: `${url}/mcp`, headers: { Authorization: `Bearer ${grant.token}` } },
      call: (name, input) => grant.call(name, input),
    }
  }
}
