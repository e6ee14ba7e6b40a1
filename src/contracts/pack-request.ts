import type { ContextLines, PackedContext } from './pack-context.ts'
import { packContext } from './pack-context.ts'
import type { Source } from './source.ts'

/**
 * Packs what a request itself is about with what surrounds it. Contract: the first gets its room before anything
 * else does, so that nobody judges what documents have left no room for; in the prompt it comes last.
 */
export function packRequest(
  own: readonly Source[],
  around: readonly Source[],
  most?: number,
  lines: ContextLines = { whole: 0, each: 0 },
): PackedContext {
  const first = packContext(own, most, { whole: linesFor(around, lines), each: 0 })
  const taken = own.reduce((sum, { text }) => sum + text.length, 0) - first.leftOut.length
  const second = packContext(around, most === undefined ? undefined : most - taken, linesBeside(first, lines))
  return {
    words: [...second.words, ...first.words],
    leftOut: {
      titles: [...second.leftOut.titles, ...first.leftOut.titles],
      length: second.leftOut.length + first.leftOut.length,
    },
  }
}

/** Where lines are counted, what surrounds a request keeps up to half of them. */
function linesFor(around: readonly Source[], { whole, each }: ContextLines): number {
  if (whole === 0) return 0
  const needed = around.reduce((sum, { text }) => {
    const count = text.split('\n').length
    return sum + (each === 0 ? count : Math.min(each, count))
  }, 0)
  return whole - Math.min(Math.floor(whole / 2), needed)
}

/** What the first has left of the lines; at least one, since none would mean any number. */
function linesBeside({ words }: PackedContext, lines: ContextLines): ContextLines {
  if (lines.whole === 0) return lines
  const used = words.reduce((sum, text) => sum + text.split('\n').length, 0)
  return { ...lines, whole: Math.max(1, lines.whole - used) }
}
