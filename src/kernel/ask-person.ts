import { cancelled, never } from './performance.ts'
import type { Performance } from './performance.ts'
import type { Answer, Question } from './question.ts'

/** Asks once and waits, over restarts, until somebody answers; several may wait for the same question. */
export async function askPerson(
  performance: Performance,
  question: string,
  signal: AbortSignal,
  ask: Question,
): Promise<Answer> {
  if (performance.isHalted) return never()
  const known = performance.state.questions.get(question)
  if (known?.answer) return known.answer
  if (signal.aborted) throw cancelled()
  if (!known && !performance.asking.has(question)) {
    performance.asking.add(question)
    await performance.append({ type: 'question-asked', question, ask })
  }
  await performance.answerInAdvance(question, ask)
  return performance.answered(question)
}
