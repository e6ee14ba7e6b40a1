import { checkSettings } from './check-settings.ts'
import { nearestWord } from './nearest-word.ts'
import type { ParsedSettings } from './parse-settings.ts'
import { leafKeys, schemaAt } from './setting-keys.ts'

/** One setting from outside a file: a variable's or a flag's. */
export interface GivenValue {
  /** The variable or the flag, as the user knows it. */
  readonly name: string
  readonly key: string
  readonly value: string | boolean | readonly string[]
}

export interface ValueProblem {
  /** The variable or the flag that is to blame. */
  readonly name: string
  readonly text: string
}

/** Settings given one by one; where there is a problem there are no settings. */
export function readValues(
  given: readonly GivenValue[],
): ParsedSettings & { readonly problems: readonly ValueProblem[] } {
  const root = emptyGroup()
  const locations: Record<string, string> = {}
  const problems: ValueProblem[] = []
  for (const { name, key, value } of given) {
    const path = key.split('.')
    const schema = schemaAt(path)
    if (schema === null) {
      problems.push({ name, text: unknownKey(key) })
      continue
    }
    const readings = typeof value === 'string' ? readingsOf(value) : [value]
    const fitting = readings.find((reading) => schema.safeParse(reading).success)
    if (!put(root, path, fitting ?? readings[0])) {
      problems.push({ name, text: `another value stands in the way of \`${key}\`` })
      continue
    }
    for (let length = 1; length < path.length; length++) locations[path.slice(0, length).join('.')] ??= name
    locations[key] = name
  }
  const checked = checkSettings(root)
  for (const { path, text } of checked.problems) problems.push({ name: nameOf(path, locations), text })
  return { settings: checked.settings ?? {}, locations, problems }
}

type Group = { [key: string]: unknown }

/** Without a prototype, so that an agent may be called `constructor`. */
function emptyGroup(): Group {
  return Object.create(null) as Group
}

/** What a text may mean, the likeliest first; the schema chooses. */
function readingsOf(text: string): readonly (string | number | boolean)[] {
  if (/^-?[0-9]+(\.[0-9]+)?$/.test(text)) return [Number(text), text]
  if (text === 'true' || text === 'false') return [text === 'true', text]
  return [text]
}

function put(root: Group, path: readonly string[], value: unknown): boolean {
  let here = root
  for (const key of path.slice(0, -1)) {
    const next = (here[key] ??= emptyGroup())
    if (typeof next !== 'object' || next === null || Array.isArray(next)) return false
    here = next as Group
  }
  here[path.at(-1) ?? ''] = value
  return true
}

function unknownKey(key: string): string {
  const near = nearestWord(key, leafKeys([]))
  return near === null ? `no setting \`${key}\`` : `no setting \`${key}\`; did you mean \`${near}\`?`
}

function nameOf(path: readonly string[], locations: Readonly<Record<string, string>>): string {
  const key = path.join('.')
  return locations[key] ?? (path.length === 0 ? '' : nameOf(path.slice(0, -1), locations))
}
