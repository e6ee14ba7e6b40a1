const DIMENSIONS = ['completeness', 'consistency', 'accuracy', 'depth'] as const

export type Dimension = (typeof DIMENSIONS)[number]

/** What a person tells a team beside the answers to its questions. */
export type TeamOrder =
  | { readonly do: 'revise'; readonly task: string; readonly text: string }
  | { readonly do: 'feedback'; readonly text: string }
  /** Without a dimension, the weakest. */
  | { readonly do: 'improve'; readonly dimension: Dimension | null }

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
  const { do: what } = order as { readonly do?: unknown }
  return what === 'revise' || what === 'feedback' || what === 'improve' ? (order as TeamOrder) : null
}
