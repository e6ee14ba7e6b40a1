import type { Json } from './json.ts'
import type { Door } from './question.ts'
import type { LimitDimension } from './usage.ts'

/** What a person tells a run outside of questions. The kernel keeps it; what follows is the playbook's to decide. */
export interface Order {
  /** Given by whoever sends it, so that one that arrives twice counts once. */
  readonly id: string
  readonly order: Json
  readonly by: string
  readonly door?: Door
}

/** More of one cap of the whole run. */
export interface Raise {
  /** As of an order. */
  readonly id: string
  readonly dimension: LimitDimension
  readonly amount: number
  readonly by: string
  readonly door?: Door
}

/** The name of the fact that keeps an order. */
export function orderName(id: string): string {
  return `orders/${id}`
}
