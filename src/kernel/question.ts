import type { Json } from './json.ts'

export interface QuestionOption {
  readonly id: string
  readonly label: string
  readonly description?: string
  /** What whoever asks would choose. */
  readonly recommended?: boolean
}

/** Something only a person can decide; it waits for days and outlives restarts. */
export interface Question {
  readonly kind: 'approval' | 'choice' | 'limit'
  readonly text: string
  readonly options: readonly QuestionOption[]
  /** Whether an answer of one's own words is taken beside the options. */
  readonly free: boolean
  /** Whether whoever has approved in advance takes the recommended option. */
  readonly assumable?: boolean
  /** Whoever chooses this option has chosen it in every open question about the same. */
  readonly alike?: { readonly about: string; readonly option: string }
  /** What the person should look at before answering. */
  readonly details?: Json
}

export interface Answer {
  readonly option: string | null
  readonly text: string | null
  /** Who answered: a person's name, or the flag that answered for them. */
  readonly by: string
  /** Nobody has said it: the recommended option was taken, as was agreed in advance. */
  readonly isAssumed?: true
}
