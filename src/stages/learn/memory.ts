import type { Json } from '../../kernel/json.ts'
import { isSaid } from './is-said.ts'

/** Something that somebody learnt, and whether it is worth keeping beyond the job. */
export type Memory = {
  readonly subject: string
  readonly fact: string
  readonly citations: readonly string[]
  readonly reason: string
  readonly category: 'user' | 'feedback' | 'project' | 'reference'
  readonly decision: 'promoted' | 'duplicate' | 'incomplete'
  readonly why: string
}

const CATEGORIES = {
  convention: 'project',
  decision: 'project',
  learning: 'reference',
  issue: 'feedback',
} as const

/** Something an agent wants remembered, judged before it is written anywhere; `null` for anything else it told. */
export function memoryOf(
  { from, task, call }: { readonly from: string; readonly task: string | null; readonly call: Json },
  known: readonly string[],
): Memory | null {
  const { tool, input } = call as {
    readonly tool: string
    readonly input: {
      readonly action?: string
      readonly kind?: keyof typeof CATEGORIES | null
      readonly text?: string | null
      readonly evidence?: readonly string[]
    }
  }
  if (tool !== 'wisdom' || input.action !== 'add') return null
  const { text, kind, evidence = [] } = input
  const whole = {
    subject: task ?? from,
    fact: text ?? '',
    citations: evidence,
    reason: `the ${from} says that it will still be true after this job`,
    category: CATEGORIES[kind ?? 'learning'],
  }
  if (whole.fact === '' || evidence.length === 0) {
    return { ...whole, decision: 'incomplete', why: 'It lacks a fact or a citation, so it is not kept.' }
  }
  if (isSaid(whole.fact, known)) return { ...whole, decision: 'duplicate', why: 'It is known already.' }
  return { ...whole, decision: 'promoted', why: 'It is kept.' }
}
