import type { FailureClass } from '../policy/failure-class.ts'
import type { Tier } from '../policy/tier.ts'
import type { Objection } from './facts.ts'

/** What one run came to, kept beyond it, so that later runs and people can compare. Unknown spend is `null`. */
export type Outcome = {
  readonly objective: string
  readonly tier: Tier
  readonly tasks: {
    readonly done: readonly string[]
    readonly notDone: readonly string[]
    readonly attempts: number
  }
  readonly failures: Readonly<Partial<Record<FailureClass, number>>>
  readonly verdicts: { readonly passed: number; readonly failed: number; readonly errored: number }
  readonly spent: {
    readonly turns: number
    readonly tokens: number | null
    readonly usd: number | null
    readonly workMs: number
    readonly elapsedMs: number
  }
  readonly objections: readonly Objection[]
  /** The commit that is delivered; `null` when there is none yet. */
  readonly commit: string | null
}
