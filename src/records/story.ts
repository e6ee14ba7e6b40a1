import type { RunEvent } from '../kernel/event.ts'
import type { Json } from '../kernel/json.ts'
import type { Answer, Question } from '../kernel/question.ts'
import type { StageFact } from '../stages/facts.ts'

/** Something that happened in a run, at a time, under the name of its fact or question. */
export type Happening =
  | {
      readonly kind: 'fact'
      readonly at: number
      readonly name: string
      readonly fact: { readonly kind: string; readonly value: Json }
    }
  | { readonly kind: 'asked'; readonly at: number; readonly name: string; readonly ask: Question }
  | {
      readonly kind: 'answered'
      readonly at: number
      readonly name: string
      readonly ask: Question | null
      readonly answer: Answer
    }

/** What a run's journal tells, as far as a process's own files need it; oldest first. */
export interface Story {
  readonly run: string
  readonly startedAt: number
  /** When the last event was written. */
  readonly toldAt: number
  readonly happenings: readonly Happening[]
}

/** Folds a journal into its story. Contract: the same events give the same story, and more events only add to it. */
export function storyOf(events: readonly RunEvent[]): Story {
  const [first] = events
  const asked = new Map<string, Question>()
  const happenings: Happening[] = []
  for (const event of events) {
    const { at } = event
    switch (event.type) {
      case 'fact-recorded':
        happenings.push({
          kind: 'fact',
          at,
          name: event.name,
          fact: { kind: event.kind, value: event.value },
        })
        break
      case 'question-asked':
        asked.set(event.question, event.ask)
        happenings.push({ kind: 'asked', at, name: event.question, ask: event.ask })
        break
      case 'question-answered': {
        const { question: name, answer } = event
        happenings.push({ kind: 'answered', at, name, ask: asked.get(name) ?? null, answer })
        break
      }
      default:
        break
    }
  }
  return {
    run: first?.type === 'run-started' ? first.run : '',
    startedAt: first?.at ?? 0,
    toldAt: events.at(-1)?.at ?? 0,
    happenings,
  }
}

/** A fact of one kind, with when and under which name it was told. */
export interface Told<Value> {
  readonly at: number
  readonly name: string
  readonly value: Value
}

type StageValues = { readonly [Of in StageFact as Of['kind']]: Of['value'] }

/** Every fact that stages tell of a kind, oldest first. */
export function factsOf<Kind extends keyof StageValues>(
  story: Story,
  kind: Kind,
): readonly Told<StageValues[Kind]>[] {
  return ownFactsOf<StageValues[Kind]>(story, kind)
}

/** Every fact of a kind that a process tells itself; what it is like is the process's own to know. */
export function ownFactsOf<Value>({ happenings }: Story, kind: string): readonly Told<Value>[] {
  return happenings.flatMap((each) =>
    each.kind === 'fact' && each.fact.kind === kind
      ? [{ at: each.at, name: each.name, value: each.fact.value as Value }]
      : [],
  )
}
