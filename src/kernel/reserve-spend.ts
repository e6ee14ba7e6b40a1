import type { Budget } from './budget.ts'
import { RunFailure } from './failure.ts'
import type { Performance } from './performance.ts'
import { askPerson } from './ask-person.ts'
import { limitQuestion } from './limit-question.ts'
import type { LimitDimension, Usage } from './usage.ts'

const names: Record<LimitDimension, string> = {
  turns: 'agent turns',
  tokens: 'tokens',
  usd: 'US dollars',
  wallMs: 'milliseconds of work',
}

/** Lets a step start only within every cap above it; a cap that is reached asks a person. */
export async function reserveSpend(
  performance: Performance,
  step: string,
  reserve: Usage,
  signal: AbortSignal,
): Promise<void> {
  for (;;) {
    const broken = performance.state.budgets.broken(step, reserve, performance.workedUntil())
    if (!broken) {
      performance.state.budgets.hold(step, reserve)
      return
    }
    await askForMore(performance, broken.budget, broken.dimension, signal)
  }
}

async function askForMore(
  performance: Performance,
  budget: Budget,
  dimension: LimitDimension,
  signal: AbortSignal,
): Promise<void> {
  const limit = budget.limits[dimension] ?? 0
  const raises = budget.raises[dimension] ?? 0
  const owner = budget.scope === '' ? 'The run' : budget.scope
  const text = `${owner} has reached its cap of ${limit} ${names[dimension]}.`
  const name = limitQuestion(budget.scope, dimension, raises + 1)
  const amount = budget.first[dimension] ?? limit
  const answer = await askPerson(performance, name, signal, {
    kind: 'limit',
    text,
    options: [
      { id: 'raise', label: `Allow ${amount} more ${names[dimension]}` },
      { id: 'stop', label: 'Stop here' },
    ],
    free: false,
  })
  if (answer.option !== 'raise') {
    throw new RunFailure({
      code: 'limit-reached',
      message: `${text} It was not raised.`,
      scope: budget.scope,
    })
  }
  const raisedMeanwhile =
    (performance.state.budgets.budgets.get(budget.scope)?.raises[dimension] ?? 0) > raises
  if (!raisedMeanwhile) {
    await performance.append({ type: 'budget-raised', scope: budget.scope, dimension, amount })
  }
}
