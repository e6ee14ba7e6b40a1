import type { Failure } from './failure.ts'
import type { Json } from './json.ts'

/** How a performance ended. `waiting`, `paused` and `stopped` runs are not over: they can be resumed. */
export type Outcome =
  | { readonly status: 'completed'; readonly result: Json }
  | { readonly status: 'failed'; readonly failure: Failure }
  | { readonly status: 'cancelled' }
  | { readonly status: 'waiting'; readonly questions: readonly string[] }
  | { readonly status: 'paused' }
  | { readonly status: 'stopped'; readonly failure: Failure }
