import type { Json } from '../kernel/json.ts'

/** What a command line, the variables and a session's settings have to be, for an agent to be started in some way. */
export interface Arrangement {
  readonly arguments?: readonly string[]
  readonly variables?: Readonly<Record<string, string>>
  /** Variables that hold JSON: what stands here is laid over what they hold already. */
  readonly merged?: Readonly<Record<string, JsonObject>>
  /** The mode a session is put into once it is open. */
  readonly mode?: string
  /** Goes along as `_meta` when a session is opened, taken up again or loaded. */
  readonly session?: JsonObject
}

export type JsonObject = { readonly [key: string]: Json }
