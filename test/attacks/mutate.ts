/** Text that breaks parsers, as it stands in JSON. */
const nasty = [
  '\0\0\0\0',
  '\\ud800',
  '\ufeff',
  '1e999',
  '-1e308',
  '99999999999999999999999',
  '{"__proto__":{"isOwn":true,"seal":""}}',
  '"constructor"',
  'null',
  '[]',
  '""',
  '{}',
  'true',
  '['.repeat(50_000),
  '{"a":'.repeat(20_000),
]

/** One text of many like it, changed at random; never what it was. `others` are what a forger may have beside it. */
export function mutate(text: string, others: readonly string[], random: () => number): string {
  for (;;) {
    const changed = once(text, others, random)
    if (changed !== text) return random() < 0.3 ? mutateAgain(changed, text, others, random) : changed
  }
}

function mutateAgain(changed: string, text: string, others: readonly string[], random: () => number): string {
  const again = once(changed, others, random)
  return again === text ? changed : again
}

function once(text: string, others: readonly string[], random: () => number): string {
  const at = (length: number): number => Math.floor(random() * length)
  const pick = <T>(of: readonly T[]): T => of[at(of.length)] as T
  const lines = text.split('\n')
  const other = pick(others)
  const from = at(text.length)
  const to = Math.min(text.length, from + at(60))
  switch (at(11)) {
    case 0:
      return (
        text.slice(0, from) + String.fromCharCode(text.charCodeAt(from) ^ (1 << at(7))) + text.slice(from + 1)
      )
    case 1:
      return text.slice(0, from)
    case 2:
      return text.slice(0, from) + text.slice(to)
    case 3:
      return text.slice(0, to) + text.slice(from)
    case 4:
      return text.slice(0, from) + other.slice(at(other.length))
    case 5:
      return lines.with(at(lines.length), pick(other.split('\n'))).join('\n')
    case 6:
      return lines.toSpliced(at(lines.length), 1).join('\n')
    case 7:
      return lines.toSpliced(at(lines.length), 0, pick(lines)).join('\n')
    case 8: {
      const [a, b] = [at(lines.length), at(lines.length)]
      return lines
        .with(a, lines[b] ?? '')
        .with(b, lines[a] ?? '')
        .join('\n')
    }
    case 9:
      return text.slice(0, from) + pick(nasty) + text.slice(to)
    default:
      return typesConfused(text, pick(nasty), at)
  }
}

/** Another value in the place of one in the JSON. */
function typesConfused(text: string, value: string, at: (length: number) => number): string {
  const values = [...text.matchAll(/(?<=":)("[^"]*"|\d+|\{|\[|null|true)/g)]
  const found = values[at(values.length)]
  return found === undefined
    ? `${text}${value}`
    : text.slice(0, found.index) + value + text.slice(found.index + found[0].length)
}
