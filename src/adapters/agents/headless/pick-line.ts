import { asList, isJsonRecord } from '../../../kernel/untrusted-json.ts'
import type { FieldMatch, FieldPath, LinePick } from '../../../profiles/headless-way.ts'

const LONGEST_VALUE = 300

/** Every text that the picks find in a line, one for each line or entry that fits; without its values empty. */
export function textsIn(line: unknown, picks: readonly LinePick[]): readonly string[] {
  return picks.flatMap((pick) =>
    entriesOf(line, pick)
      .map((entry) =>
        pick.values
          .map((path) => textAt(entry, path))
          .filter((text) => text !== '')
          .join(' '),
      )
      .filter((text) => pick.like === undefined || pick.like.test(text)),
  )
}

/** As it was said, with every blank. */
export function wordsIn(line: unknown, picks: readonly LinePick[]): readonly string[] {
  return picks.flatMap((pick) =>
    entriesOf(line, pick).flatMap((entry) =>
      pick.values.flatMap((path) => {
        const value = fieldAt(entry, path)
        if (typeof value !== 'string' || value === '') return []
        return pick.like === undefined || pick.like.test(value) ? [value] : []
      }),
    ),
  )
}

/** Every figure that the picks find, whatever it is. */
export function figuresIn(line: unknown, picks: readonly LinePick[]): readonly unknown[] {
  return picks.flatMap((pick) =>
    entriesOf(line, pick).flatMap((entry) =>
      pick.values.map((path) => fieldAt(entry, path) ?? null).filter((figure) => figure !== null),
    ),
  )
}

function entriesOf(line: unknown, { where, each }: LinePick): readonly unknown[] {
  if (!fits(line, where)) return []
  if (each === undefined) return [line]
  return asList(fieldAt(line, each.in)).filter((entry) => fits(entry, each.where))
}

function fits(value: unknown, match: FieldMatch): boolean {
  return Object.entries(match).every(([path, wanted]) => (fieldAt(value, path) ?? null) === wanted)
}

function fieldAt(value: unknown, path: FieldPath): unknown {
  let found = value
  for (const name of path.split('.')) {
    if (!isJsonRecord(found) || !Object.hasOwn(found, name)) return undefined
    found = found[name]
  }
  return found
}

function textAt(value: unknown, path: FieldPath): string {
  const found = fieldAt(value, path)
  if (found === undefined || found === null) return ''
  const text = typeof found === 'string' ? found : JSON.stringify(found)
  return text.replaceAll(/\s+/g, ' ').trim().slice(0, LONGEST_VALUE)
}
