import type { Fact, Run } from '../kernel/playbook.ts'
import type { Question } from '../kernel/question.ts'

/** A fact with the full name that it was recorded under. */
export interface HeardFact extends Fact {
  readonly name: string
}

/** A question with the full name that it is asked under. */
export interface HeardQuestion {
  readonly name: string
  readonly ask: Question
}

const deaf = async (): Promise<void> => {}

/**
 * The same hands, and somebody who hears of every fact as soon as it is durable, before the work goes on, and of every
 * question before it is asked. Contract: whoever listens acts through hands of their own, under names made of the
 * fact's or the question's, and is heard by nobody.
 */
export function heardRun(
  run: Run,
  hear: (fact: HeardFact) => Promise<void>,
  heed: (question: HeardQuestion) => Promise<void> = deaf,
): Run {
  const nameOf = (name: string): string => (run.scopeName === '' ? name : `${run.scopeName}/${name}`)
  return {
    id: run.id,
    scopeName: run.scopeName,
    scope: (name, limits) => heardRun(run.scope(name, limits), hear, heed),
    step: (name, spec) => run.step(name, spec),
    decide: (name, decide) => run.decide(name, decide),
    record: async (name, fact) => {
      await run.record(name, fact)
      await hear({ ...fact, name: nameOf(name) })
    },
    recorded: () => run.recorded(),
    question: async (name, ask) => {
      await heed({ name: nameOf(name), ask })
      return run.question(name, ask)
    },
    orders: () => run.orders(),
    onOrder: (listener) => run.onOrder(listener),
    sleep: (name, wait) => run.sleep(name, wait),
    play: (name, playbook, input) => run.play(name, playbook, input),
    shielded: () => heardRun(run.shielded(), hear, heed),
  }
}
