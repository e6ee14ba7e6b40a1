import type { Fact, Run } from '../kernel/playbook.ts'

/** A fact with the full name that it was recorded under. */
export interface HeardFact extends Fact {
  readonly name: string
}

/**
 * The same hands, and somebody who hears of every fact as soon as it is durable, before the work goes on. Contract:
 * whoever listens acts through hands of their own, under names made of the fact's, and is heard by nobody.
 */
export function heardRun(run: Run, hear: (fact: HeardFact) => Promise<void>): Run {
  return {
    id: run.id,
    scopeName: run.scopeName,
    scope: (name, limits) => heardRun(run.scope(name, limits), hear),
    step: (name, spec) => run.step(name, spec),
    decide: (name, decide) => run.decide(name, decide),
    record: async (name, fact) => {
      await run.record(name, fact)
      await hear({ ...fact, name: run.scopeName === '' ? name : `${run.scopeName}/${name}` })
    },
    recorded: () => run.recorded(),
    question: (name, question) => run.question(name, question),
    orders: () => run.orders(),
    onOrder: (listener) => run.onOrder(listener),
    sleep: (name, wait) => run.sleep(name, wait),
    play: (name, playbook, input) => run.play(name, playbook, input),
    shielded: () => heardRun(run.shielded(), hear),
  }
}
