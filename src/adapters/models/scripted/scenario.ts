/** One thing that the model does: a tool call in the words of whichever agent asks, or its last words of the turn. */
export type ScriptedStep =
  | { readonly do: 'write'; readonly path: string; readonly text: string }
  | { readonly do: 'run'; readonly command: string }
  /** A tool of a server that the agent was given, whatever the agent has put before its name; `otherwise`: the last words where it offers none. */
  | { readonly do: 'call'; readonly tool: string; readonly input: object; readonly otherwise?: string }
  | { readonly do: 'say'; readonly text: string }
  | { readonly do: 'fault'; readonly fault: ScriptedFault }

/** What goes wrong with an answer. `slow` comes before the next step; every other one takes the step's place. */
export type ScriptedFault =
  | {
      readonly kind: 'status'
      readonly status: FaultStatus
      readonly retryAfterSeconds?: number
      readonly message?: string
    }
  | { readonly kind: 'cut-stream' }
  | { readonly kind: 'hang' }
  | { readonly kind: 'garbage' }
  | { readonly kind: 'slow'; readonly ms: number }
  | { readonly kind: 'endless-tools'; readonly command: string }

export type FaultStatus = 401 | 402 | 403 | 404 | 429 | 500 | 503 | 529

export interface ScriptedScene {
  /** The source of a regular expression that what the user said in the newest turn has to match; `^` is any line's start. */
  readonly when?: string
  /** Only for the first so many turns that match; an agent that asks anew after an error counts anew. */
  readonly times?: number
  readonly steps: readonly ScriptedStep[]
}

/** What a model says and does, written down beforehand. The first scene that fits a turn plays it. */
export interface Scenario {
  readonly scenes: readonly ScriptedScene[]
  /** Waited before every answer. */
  readonly delayMs?: number
}
