import type { JsonRecord } from '../../../kernel/untrusted-json.ts'
import type { FaultStatus } from './scenario.ts'

/** A tool as an agent offers it, whatever its wire calls the parts. */
export interface OfferedTool {
  readonly name: string
  /** Where a wire groups tools, the group's name. */
  readonly group: string | null
  /** Takes plain text instead of JSON. */
  readonly plain: boolean
  readonly schema: JsonRecord
}

/** One piece of a conversation, in order. */
export type Heard =
  | { readonly by: 'user'; readonly text: string }
  | { readonly by: 'model'; readonly call: { readonly id: string; readonly tool: string } | null }
  | { readonly by: 'tool'; readonly id: string; readonly tool: string | null; readonly text: string }

/** What an agent asks its model, the same for every wire. */
export interface ModelRequest {
  readonly model: string
  readonly stream: boolean
  /** What the model is told beforehand. */
  readonly system: string
  readonly heard: readonly Heard[]
  readonly tools: readonly OfferedTool[]
  /** The only tool that the model may answer with, or `null`. */
  readonly forced: OfferedTool | null
  /** What its words have to fit, or `null`. */
  readonly schema: JsonRecord | null
}

export type ModelAnswer =
  | { readonly say: string }
  | { readonly call: OfferedTool; readonly id: string; readonly input: JsonRecord | string }

/** One event of a stream. */
export interface Frame {
  readonly event?: string
  readonly data: object | '[DONE]'
}

export interface WireError {
  readonly headers: Readonly<Record<string, string>>
  readonly body: object
}

/** An error that the scenario asks for, with everything that a wire could say of it. */
export interface Refusal {
  readonly status: FaultStatus
  readonly message: string
  readonly retryAfterSeconds: number | null
  /** The moment that the wait ends. */
  readonly resetsAt: Date | null
}

/** One way in which agents talk to models. Contract: `readRequest` believes no shape and never throws. */
export interface Wire {
  readonly name: 'openai-chat' | 'openai-responses' | 'anthropic' | 'gemini'
  /** Whether a request to this path is one of this wire's. */
  matches(path: string): boolean
  readRequest(path: string, body: JsonRecord): ModelRequest
  /** The answer in one piece. */
  whole(answer: ModelAnswer, request: ModelRequest, serial: number): object
  /** The same answer as a stream. */
  frames(answer: ModelAnswer, request: ModelRequest, serial: number): readonly Frame[]
  refuse(refusal: Refusal): WireError
}

/** Every answer says that it took so many tokens. */
export const USAGE = { input: 100, output: 20 } as const
