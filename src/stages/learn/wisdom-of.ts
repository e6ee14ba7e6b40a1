import { z } from 'zod'
import type { RunEvent } from '../../kernel/event.ts'
import type { Clarification } from '../specify/clarification.ts'
import type { Objection, StageFact } from '../facts.ts'
import type { TaskResult } from '../execute/see-through.ts'
import type { Wisdom } from './wisdom.ts'
import { WISDOM_KINDS } from './wisdom.ts'

export interface WisdomSources {
  readonly run: string
  readonly results: readonly TaskResult[]
  readonly objections: readonly Objection[]
  readonly clarifications: readonly Clarification[]
}

const toldWisdom = z.object({
  tool: z.literal('wisdom'),
  input: z.object({
    action: z.literal('add'),
    kind: z.enum(WISDOM_KINDS),
    text: z.string().min(1),
    evidence: z.array(z.string()).default([]),
  }),
})

/**
 * What a run has taught, each with its evidence: decisions of people, diagnoses whose repair was proven, what
 * agents passed on, and what nobody has answered. Contract: of an agent whose task was not proven only issues
 * count; the order does not depend on who was first.
 */
export function wisdomOf(events: readonly RunEvent[], sources: WisdomSources): readonly Wisdom[] {
  const facts = events.flatMap((event) =>
    event.type === 'fact-recorded' ? [{ kind: event.kind, value: event.value } as unknown as StageFact] : [],
  )
  const { run, results, objections, clarifications } = sources
  const order = new Map(results.map(({ id }, index) => [id, index]))
  const placed = [...diagnosed(facts, sources), ...told(facts, sources)].toSorted(
    (a, b) =>
      (order.get(a.task ?? '') ?? -1) - (order.get(b.task ?? '') ?? -1) ||
      (a.wisdom.text < b.wisdom.text ? -1 : 1),
  )
  return [
    ...clarifications.flatMap(({ question, answer, scope }): readonly Wisdom[] => {
      if (scope !== 'architectural') return []
      return [
        {
          kind: 'decision',
          text: `${question} ${answer}`,
          evidence: `a person decided it, run ${run}`,
          by: 'person',
        },
      ]
    }),
    ...placed.map(({ wisdom }) => wisdom),
    ...objections.map(({ by, severity, text, about, where }): Wisdom => {
      const place = [where, about].flatMap((part) => (part === null ? [] : [part])).join(', ')
      return {
        kind: 'issue',
        text: where === null ? text : `${where}: ${text}`,
        evidence: [`${severity}, by the ${by}`, ...(place === '' ? [] : [place]), `run ${run}`].join(', '),
        by: 'agent',
      }
    }),
  ]
}

interface Placed {
  readonly task: string | null
  readonly wisdom: Wisdom
}

/** The last diagnosis before a task was proven is the one that led there. */
function diagnosed(facts: readonly StageFact[], { run, results }: WisdomSources): readonly Placed[] {
  const last = new Map(
    facts.flatMap((fact) => (fact.kind === 'diagnosis' ? [[fact.value.task, fact.value] as const] : [])),
  )
  return results.flatMap((result): readonly Placed[] => {
    const diagnosis = last.get(result.id)
    if (diagnosis === undefined || result.state !== 'done') return []
    const text = `${diagnosis.rootCause} ${diagnosis.fix}`
    const evidence = `diagnosed by ${diagnosis.by}, ${proofOf(result)}, run ${run}`
    return [{ task: result.id, wisdom: { kind: 'learning', text, evidence, by: 'agent' } }]
  })
}

function told(facts: readonly StageFact[], { run, results }: WisdomSources): readonly Placed[] {
  return facts.flatMap((fact): readonly Placed[] => {
    if (fact.kind !== 'told') return []
    const call = toldWisdom.safeParse(fact.value.call)
    if (!call.success) return []
    const { from, task } = fact.value
    const { kind, text, evidence } = call.data.input
    const result = results.find(({ id }) => id === task)
    if (result !== undefined && result.state !== 'done' && kind !== 'issue') return []
    const shown = [
      `said by the ${from}`,
      ...(result === undefined ? [] : [proofOf(result)]),
      ...evidence,
      `run ${run}`,
    ]
    return [{ task, wisdom: { kind, text, evidence: shown.join(', '), by: 'agent' } }]
  })
}

function proofOf({ id, state, commit }: TaskResult): string {
  if (state !== 'done') return `${id} was not done`
  return commit === null ? `${id} proven` : `${id} proven at ${commit.slice(0, 10)}`
}
