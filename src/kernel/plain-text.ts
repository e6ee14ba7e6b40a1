/** What moves a cursor, ends a line, or turns the direction of what follows: never part of a word. */
const MOVING = /[\p{Cc}\p{Bidi_Control}\u2028\u2029\uFFF9-\uFFFB\s]+/gu
const MOVING_BUT_LINES = /(?![\n\t])[\p{Cc}\p{Bidi_Control}\uFFF9-\uFFFB]/gu
const LINE_ENDS = /\r\n?|[\u0085\u2028\u2029]/g

/** Letters that nobody sees. */
const UNSEEN = /\p{Default_Ignorable_Code_Point}/gu

const SYMBOL_BEFORE = /(?:\p{Extended_Pictographic}|\p{Emoji_Modifier})\uFE0F?$/u
const SYMBOL_AFTER = /^\p{Extended_Pictographic}/u
const JOINED =
  /[\p{Script=Arabic}\p{Script=Bengali}\p{Script=Devanagari}\p{Script=Gujarati}\p{Script=Gurmukhi}\p{Script=Kannada}\p{Script=Khmer}\p{Script=Malayalam}\p{Script=Mongolian}\p{Script=Oriya}\p{Script=Sinhala}\p{Script=Syriac}\p{Script=Tamil}\p{Script=Telugu}]/u

/** Text of agents, files and git is data: no control, direction or unseen character of theirs gets any further. */
export function oneLine(text: string, width = Number.POSITIVE_INFINITY): string {
  const clean = withoutUnseen(text.replaceAll(MOVING, ' ')).replaceAll(/ +/g, ' ').trim()
  if (clean.length <= width) return clean
  const letters = lettersOf(clean)
  return letters.length <= width ? clean : `${letters.slice(0, Math.max(0, width - 1)).join('')}…`
}

/** The same for text of several lines: its lines and tabs stay. */
export function manyLines(text: string): string {
  return withoutUnseen(text.replaceAll(LINE_ENDS, '\n').replaceAll(MOVING_BUT_LINES, ' '))
}

/** What a reader sees as single letters, accents and emoji kept whole. */
export function lettersOf(text: string): readonly string[] {
  return Array.from(new Intl.Segmenter().segment(text), ({ segment }) => segment)
}

function withoutUnseen(text: string): string {
  const whole = text.replaceAll(/\p{Cs}/gu, '\uFFFD')
  return whole.replaceAll(UNSEEN, (character, at: number) =>
    isNeeded(character, whole.slice(Math.max(0, at - 4), at), whole.slice(at + character.length))
      ? character
      : '',
  )
}

/** A joiner within an emoji or a word of a script that joins, and one selector after a symbol or an ideograph. */
function isNeeded(character: string, before: string, after: string): boolean {
  const code = character.codePointAt(0) ?? 0
  if (code === 0x200d && SYMBOL_BEFORE.test(before) && SYMBOL_AFTER.test(after)) return true
  if (code === 0x200c || code === 0x200d) {
    return JOINED.test(lastOf(before)) && JOINED.test(after.slice(0, 1))
  }
  if (code === 0xfe0e || code === 0xfe0f) return /^[\p{Emoji}]$/u.test(lastOf(before))
  return code >= 0xe0100 && code <= 0xe01ef && /^\p{Script=Han}$/u.test(lastOf(before))
}

function lastOf(text: string): string {
  return Array.from(text).at(-1) ?? ''
}
