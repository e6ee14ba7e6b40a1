import { nearestWord } from './nearest-word.ts'
import type { GivenValue, ValueProblem } from './read-values.ts'
import { keysAt, scalarKeys } from './setting-keys.ts'

const PREFIX = 'TUTTI_'

/** The variable of a dotted key: `limits.turn-time` is given by `TUTTI_LIMITS_TURN_TIME`. */
export function variableOf(key: string): string {
  return PREFIX + key.toUpperCase().replaceAll(/[.-]/g, '_')
}

/**
 * The settings that the environment gives; an empty variable gives none. A name that begins like a setting, or
 * that is nearly one, and is none, is a problem: it would otherwise be ignored without a word.
 */
export function environmentValues(
  environment: Readonly<Record<string, string | undefined>>,
  ignored: readonly string[],
): { readonly values: readonly GivenValue[]; readonly problems: readonly ValueProblem[] } {
  const keys = new Map(scalarKeys().map((key) => [variableOf(key), key]))
  const groups = keysAt([]).map(variableOf)
  const values: GivenValue[] = []
  const problems: ValueProblem[] = []
  for (const [name, value] of Object.entries(environment).toSorted(byName)) {
    if (value === undefined || value === '' || !name.startsWith(PREFIX) || ignored.includes(name)) continue
    const key = keys.get(name)
    const near = nearestSetting(name, [...keys.keys()])
    if (key !== undefined) {
      values.push({ name, key, value })
    } else if (near !== null) {
      problems.push({ name, text: `no such variable; did you mean \`${near}\`?` })
    } else if (groups.some((group) => name === group || name.startsWith(`${group}_`))) {
      problems.push({ name, text: 'no variable gives this setting; write it in tutti.yaml' })
    }
  }
  return { values, problems }
}

function nearestSetting(name: string, known: readonly string[]): string | null {
  const near = nearestWord(
    name.slice(PREFIX.length),
    known.map((each) => each.slice(PREFIX.length)),
  )
  return near === null ? null : PREFIX + near
}

function byName([a]: readonly [string, unknown], [b]: readonly [string, unknown]): number {
  return a < b ? -1 : a > b ? 1 : 0
}
