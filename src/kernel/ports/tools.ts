import type { Json } from '../json.ts'

/** A tool as an agent sees it. */
export interface Tool {
  readonly name: string
  readonly description: string
  /** A JSON schema of its arguments, which are always an object. */
  readonly input: { readonly type: 'object' } & { readonly [key: string]: Json }
}

/** What an agent is told about its call; one that failed may be made again. */
export interface ToolAnswer {
  readonly text: string
  readonly isError: boolean
}

/** What one turn offers to its agent. */
export interface ToolOffer {
  /** The session that goes on; `null` for a new one. */
  readonly session: string | null
  readonly tools: readonly Tool[]
  /** Contract: settles soon; nothing in it waits for a person. What it rejects with is told to nobody. */
  call(name: string, input: Json): Promise<ToolAnswer>
}

/** How an agent reaches the tools: an MCP server to start, the same one over HTTP, or this very process. */
export interface ToolServer {
  readonly name: string
  /** The names of its tools. */
  readonly tools: readonly string[]
  readonly stdio: {
    readonly command: string
    readonly args: readonly string[]
    /** Holds the token: it never stands among the arguments. */
    readonly env: Readonly<Record<string, string>>
  }
  readonly http: { readonly url: string; readonly headers: Readonly<Record<string, string>> }
  /** Calls as an agent would that runs within this process. */
  call(name: string, input: Json): Promise<ToolAnswer>
}

export interface OpenTools {
  readonly server: ToolServer
  /** Says which session has taken the offer, so that its next turn finds the same server. */
  taken(session: string): void
  /** From here on calls are refused until the session's next turn. */
  close(): void
}

/**
 * Tools of ours for agents. Contract: the server listens on this machine only and asks for a token that belongs to
 * one session; a call reaches the offer of the turn that is at work, and no other. Tools are a convenience: where
 * they cannot be offered `open` answers `null`, and agents do without.
 */
export interface Tools {
  open(offer: ToolOffer): Promise<OpenTools | null>
  /** The session is over: its token is worth nothing any more. One that is not known is no error. */
  forget(session: string): void
  close(): Promise<void>
}
