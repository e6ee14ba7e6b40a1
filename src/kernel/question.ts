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

/** Where a word to a run came in: somebody typed it, a program gave it, or a flag had given it in advance. */
export type Door = 'terminal' | 'script' | 'flag'

export interface Answer {
  readonly option: string | null
  readonly text: string | null
  /** Who answered: a person's name, or the flag that answered for them. */
  readonly by: string
  readonly door?: Door
  /** Nobody has said it: the recommended option was taken, as was agreed in advance. */
  readonly isAssumed?: true
}

/** Whether a question can be answered like this: by one of its options, or in words where it takes them. */
export function fitsQuestion({ options, free }: Question, { option, text }: Answer): boolean {
  if (option === null) return free && text !== null && text !== ''
  return text === null && options.some(({ id }) => id === option)
}
