import type { PackedContext } from './pack-context.ts'
import { packContext } from './pack-context.ts'
import type { Source } from './source.ts'

/**
 * Packs what a request itself is about with what surrounds it. Contract: the first gets its room before anything
 * else does, so that nobody judges what documents have left no room for; in the prompt it comes last.
 */
export function packRequest(own: readonly Source[], around: readonly Source[], most?: number): PackedContext {
  const first = packContext(own, most)
  const taken = own.reduce((sum, { text }) => sum + text.length, 0) - first.leftOut.length
  const second = packContext(around, most === undefined ? undefined : most - taken)
  return {
    words: [...second.words, ...first.words],
    leftOut: {
      titles: [...second.leftOut.titles, ...first.leftOut.titles],
      length: second.leftOut.length + first.leftOut.length,
    },
  }
}
