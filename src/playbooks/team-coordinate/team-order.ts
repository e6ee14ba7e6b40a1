import { z } from 'zod'

const DIMENSIONS = ['completeness', 'consistency', 'accuracy', 'depth'] as const

export type Dimension = (typeof DIMENSIONS)[number]

const words = z.string().max(1_000_000)

export const teamOrderSchema = z.discriminatedUnion('do', [
  z.strictObject({ do: z.literal('revise'), task: z.string().min(1).max(200), text: words }),
  z.strictObject({ do: z.literal('feedback'), text: words }),
  /** Without a dimension, the weakest. */
  z.strictObject({ do: z.literal('improve'), dimension: z.enum(DIMENSIONS).nullable() }),
])

/** What a person tells a team beside the answers to its questions. */
export type TeamOrder = Readonly<z.infer<typeof teamOrderSchema>>

/** Reads a command as people type it; `null` when it is none. */
export function readTeamOrder(said: string): TeamOrder | null {
  const [, verb = '', rest = ''] = /^\s*(revise|feedback|improve)\b\s*([\s\S]*)$/i.exec(said) ?? []
  const text = rest.trim()
  switch (verb.toLowerCase()) {
    case 'revise': {
      const [, task = '', more = ''] = /^(\S+)\s*([\s\S]*)$/.exec(text) ?? []
      return task === '' ? null : { do: 'revise', task, text: more.trim() }
    }
    case 'feedback':
      return text === '' ? null : { do: 'feedback', text }
    case 'improve':
      return text === '' || isDimension(text.toLowerCase())
        ? { do: 'improve', dimension: text === '' ? null : (text.toLowerCase() as Dimension) }
        : null
    default:
      return null
  }
}

/** The words of an order, as somebody would type it in answer to a question. */
export function orderWords(order: TeamOrder): string {
  switch (order.do) {
    case 'revise':
      return `revise ${order.task}${order.text === '' ? '' : ` ${order.text}`}`
    case 'feedback':
      return `feedback ${order.text}`
    case 'improve':
      return order.dimension === null ? 'improve' : `improve ${order.dimension}`
  }
}

function isDimension(name: string): name is Dimension {
  return (DIMENSIONS as readonly string[]).includes(name)
}

/** What reached the run as an order, if it is one of a team. */
export function asTeamOrder(order: unknown): TeamOrder | null {
  return teamOrderSchema.safeParse(order).data ?? null
}
