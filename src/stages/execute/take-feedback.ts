import type { Json } from '../../kernel/json.ts'
import type { Run } from '../../kernel/playbook.ts'
import { fact } from '../facts.ts'

/**
 * What a person said about the whole job since the wave before, and nobody has taken up yet; `null` when nothing.
 * Contract: a wave that has begun takes nothing up any more, so that a resumed run does as the first one did.
 */
export async function takeFeedback(run: Run, wave: string): Promise<string | null> {
  const recorded = run.recorded()
  const isBegun = [...recorded.keys()].some((name) => name.startsWith(`${run.scopeName}/${wave}/`))
  for (const { id, order, by } of run.orders()) {
    const text = feedbackIn(order)
    if (text === null) continue
    const name = `feedback-${id}`
    const taken = recorded.get(`${run.scopeName}/${name}`) as { readonly wave: string } | undefined
    if (taken === undefined ? isBegun : taken.wave !== wave) continue
    if (taken === undefined) await run.record(name, fact({ kind: 'feedback', value: { text, by, wave } }))
    return text
  }
  return null
}

function feedbackIn(order: Json): string | null {
  const { do: what, text } = (order ?? {}) as { readonly do?: Json; readonly text?: Json }
  return what === 'feedback' && typeof text === 'string' && text.trim() !== '' ? text : null
}
