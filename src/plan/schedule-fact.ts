/** What happened that scheduling depends on. Contract: a fact that is told twice counts once. */
export type ScheduleFact =
  | { readonly kind: 'started'; readonly task: string }
  | { readonly kind: 'ended'; readonly task: string; readonly as: TaskEnding }
  /** Its write-set has grown by these paths. */
  | { readonly kind: 'extended'; readonly task: string; readonly paths: readonly string[] }
  /** An agent failed in a way that passes; two of one name are the same one. */
  | { readonly kind: 'setback'; readonly name: string }
  /** An agent program has a rate limit that is known to end. */
  | { readonly kind: 'parked'; readonly agent: string; readonly until: number }

/** `done` is proven on the integration line; what waits for any other ending never starts. */
export type TaskEnding = 'done' | 'given-up' | 'blocked'
