import type { Overtaken } from './limit-question.ts'
import { overtakenLimits } from './limit-question.ts'
import type { RunState } from './run-state.ts'

/** Open questions that a person has answered in another place: by raising a cap, or with another that is the same. */
export function overtakenQuestions(state: RunState): readonly Overtaken[] {
  const alike = [...state.answeredAlike].map(([question, answer]) => ({ question, answer }))
  return [...overtakenLimits(state), ...alike]
}
