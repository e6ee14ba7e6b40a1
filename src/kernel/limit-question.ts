import type { Answer } from './question.ts'
import type { RunState } from './run-state.ts'
import type { LimitDimension } from './usage.ts'

/** The name of the question that is asked when a cap is reached for the nth time. */
export function limitQuestion(scope: string, dimension: LimitDimension, nth: number): string {
  return `limit/${scope === '' ? 'run' : scope}/${dimension}/${nth}`
}

/** An open question that needs nobody any more, and what it is answered with. */
export interface Overtaken {
  readonly question: string
  readonly answer: Answer
}

/** Open questions about a cap that somebody has raised without answering them, and the answer that this was. */
export function overtakenLimits(state: RunState): readonly Overtaken[] {
  return [...state.budgets.budgets.values()].flatMap(({ scope, raises, raisedBy }) =>
    (Object.keys(raises) as LimitDimension[]).flatMap((dimension) =>
      Array.from({ length: raises[dimension] ?? 0 }, (_, index) => limitQuestion(scope, dimension, index + 1))
        .filter((question) => state.questions.get(question)?.answer === null)
        .map((question) => ({ question, answer: raised(raisedBy[dimension] ?? '') })),
    ),
  )
}

function raised(by: string): Answer {
  return { option: 'raise', text: null, by }
}
