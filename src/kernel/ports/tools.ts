import type { Json } from '../json.ts'

/** A tool as an agent sees it. */
export interface Tool {
  readonly name: string
  readonly description: string
  /** A JSON schema of its arguments. */
  readonly input: Json
}

/** What an agent is told about its call; one that failed may be made again. */
export interface ToolAnswer {
  readonly text: string
  readonly isError: boolean
}

/** What one turn offers to its agent. */
export interface ToolOffer {
  readonly run: string
  readonly step: string
  /** The session that goes on; `null` for a new one. */
  readonly session: string | null
  readonly tools: readonly Tool[]
  /** Contract: settles soon; nothing in it waits for a person. */
  call(name: string, input: Json): Promise<ToolAnswer>
}

/** How an agent reaches the tools: an MCP server to start, and the same one over HTTP. */
export interface ToolServer {
  readonly name: string
  readonly stdio: {
    readonly command: string
    readonly args: readonly string[]
    readonly env: Readonly<Record<string, string>>
  }
  readonly http: { readonly url: string; readonly headers: Readonly<Record<string, string>> }
}

export interface OpenTools {
  readonly server: ToolServer
  /** Says which session has taken the offer, so that its next turn finds the same server. */
  taken(session: string): void
  /** From here on calls are refused until the session's next turn. */
  close(): Promise<void>
}

/**
 * The contract tools. Contract: the server listens on this machine only and asks for a token that belongs to one
 * session; a call reaches the offer of the turn that is at work, and no other.
 */
export interface Tools {
  open(offer: ToolOffer): Promise<OpenTools>
  close(): Promise<void>
}
