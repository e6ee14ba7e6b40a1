/** What a terminal acts on or nobody sees, as far as JSON leaves it as it is. */
const UNSEEN = /[\p{Cc}\p{Bidi_Control}\p{Default_Ignorable_Code_Point}\u2028\u2029\uFFF9-\uFFFB]/gu

/** A value as JSON that says the same and holds no character that a terminal acts on: those are written as escapes. */
export function jsonText(value: unknown, indent?: number): string {
  const lines = JSON.stringify(value, null, indent).split('\n')
  return lines.map((line) => line.replaceAll(UNSEEN, escaped)).join('\n')
}

function escaped(character: string): string {
  return Array.from({ length: character.length }, (_, at) => {
    return `\\u${character.charCodeAt(at).toString(16).padStart(4, '0')}`
  }).join('')
}
