import type { Json } from '../kernel/json.ts'
import type { Door } from '../kernel/question.ts'

/** What a person, outside a question, told a run at work to do. */
export type OrderedFact = {
  readonly order: Json
  readonly by: string
  readonly door?: Door
}

/** Whose word it was that a journal of somebody else was taken over, and which journal. */
export type TrustedFact = {
  readonly text: string
  readonly by: string
  readonly door: Door
  readonly sha256: string
}

/** What is to be different about the whole job, and the wave that took it up. */
export type FeedbackFact = {
  readonly text: string
  readonly by: string
  readonly wave: string
}
