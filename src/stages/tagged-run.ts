import type { Fact, Run } from '../kernel/playbook.ts'

/** Kinds of facts whose text is shown to people. */
const SPOKEN: readonly string[] = ['announced', 'notice']

/** The same hands, and everything that they say to people or ask them says who speaks. */
export function taggedRun(run: Run, tag: string): Run {
  return {
    id: run.id,
    scopeName: run.scopeName,
    scope: (name, limits) => taggedRun(run.scope(name, limits), tag),
    step: (name, spec) => run.step(name, spec),
    decide: (name, decide) => run.decide(name, decide),
    record: (name, fact) => run.record(name, taggedFact(fact, tag)),
    recorded: () => run.recorded(),
    question: (name, question) => run.question(name, { ...question, text: tagged(question.text, tag) }),
    orders: () => run.orders(),
    onOrder: (listener) => run.onOrder(listener),
    sleep: (name, wait) => run.sleep(name, wait),
    play: (name, playbook, input) => run.play(name, playbook, input),
    shielded: () => taggedRun(run.shielded(), tag),
  }
}

function taggedFact(fact: Fact, tag: string): Fact {
  if (!SPOKEN.includes(fact.kind)) return fact
  const value = fact.value as { readonly text: string }
  return { ...fact, value: { ...value, text: tagged(value.text, tag) } }
}

function tagged(text: string, tag: string): string {
  return text
    .split('\n')
    .map((line) => (line.startsWith(tag) ? line : `${tag} ${line}`.trimEnd()))
    .join('\n')
}
