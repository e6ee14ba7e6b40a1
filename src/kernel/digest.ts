import { hex32 } from './hex.ts'
import type { Json } from './json.ts'

/**
 * A short fingerprint of a step's input. It tells an honest replay from a changed one; it is no defence
 * against somebody who wants two inputs to collide.
 */
export function digestOf(input: Json): string {
  const text = JSON.stringify(input)
  let high = 0xdeadbeef
  let low = 0x41c6ce57
  for (let index = 0; index < text.length; index += 1) {
    const unit = text.charCodeAt(index)
    high = Math.imul(high ^ unit, 2654435761)
    low = Math.imul(low ^ unit, 1597334677)
  }
  high = Math.imul(high ^ (high >>> 16), 2246822507) ^ Math.imul(low ^ (low >>> 13), 3266489909)
  low = Math.imul(low ^ (low >>> 16), 2246822507) ^ Math.imul(high ^ (high >>> 13), 3266489909)
  return hex32(high) + hex32(low)
}
