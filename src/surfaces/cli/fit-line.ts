import { lettersOf } from '../../kernel/plain-text.ts'

const ESCAPE = '\u001B['

/** Letters that a terminal draws two cells wide. */
const WIDE =
  /[\u1100-\u115F\u2E80-\u303E\u3041-\uA4CF\uAC00-\uD7A3\uF900-\uFAFF\uFE30-\uFE6F\uFF00-\uFF60\uFFE0-\uFFE6]|\p{Emoji_Presentation}/u

/** A painted line cut to so many cells, with all its colour codes, and how many cells it takes. */
export function fitLine(line: string, cells: number): { readonly text: string; readonly cells: number } {
  let used = 0
  let full = false
  const cut = (text: string): string => {
    let kept = ''
    for (const letter of lettersOf(text)) {
      const width = WIDE.test(letter) ? 2 : 1
      full ||= used + width > cells
      if (full) break
      used += width
      kept += letter
    }
    return kept
  }
  const [first = '', ...painted] = line.split(ESCAPE)
  const text = painted.reduce((before, part) => {
    const end = part.indexOf('m') + 1
    return `${before}${ESCAPE}${part.slice(0, end)}${cut(part.slice(end))}`
  }, cut(first))
  return { text, cells: used }
}
