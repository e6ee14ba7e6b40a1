import type { Fact, Run } from '../../kernel/playbook.ts'

export const TAG = '[coordinator]'

/** Kinds of facts whose text is shown to people. */
const SPOKEN: readonly string[] = ['announced', 'notice']

/** The same hands, and everything that they say to people or ask them says who speaks. */
export function taggedRun(run: Run): Run {
  return {
    id: run.id,
    scopeName: run.scopeName,
    scope: (name, limits) => taggedRun(run.scope(name, limits)),
    step: (name, spec) => run.step(name, spec),
    decide: (name, decide) => run.decide(name, decide),
    record: (name, fact) => run.record(name, taggedFact(fact)),
    recorded: () => run.recorded(),
    question: (name, question) => run.question(name, { ...question, text: tagged(question.text) }),
    orders: () => run.orders(),
    onOrder: (listener) => run.onOrder(listener),
    sleep: (name, wait) => run.sleep(name, wait),
    play: (name, playbook, input) => run.play(name, playbook, input),
    shielded: () => taggedRun(run.shielded()),
  }
}

function taggedFact(fact: Fact): Fact {
  if (!SPOKEN.includes(fact.kind)) return fact
  const value = fact.value as { readonly text: string }
  return { ...fact, value: { ...value, text: tagged(value.text) } }
}

function tagged(text: string): string {
  return text
    .split('\n')
    .map((line) => (line.startsWith(TAG) ? line : `${TAG} ${line}`.trimEnd()))
    .join('\n')
}
