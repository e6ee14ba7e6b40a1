import type { Against, Claim } from './find-claims.ts'
import { rulesOf, ruleSets } from './known-rules.ts'

/** What the tests, the rules in our words and the decision records say. */
export interface Evidence {
  readonly claims: readonly Claim[]
  readonly against: readonly Against[]
  /** What each rule asks, by its id. */
  readonly words: Readonly<Record<string, string>>
}

/** The most rules that may be decided against, of all together. */
const MOST_AGAINST = 5

/** Everything that keeps the rules from being shown, one sentence each. */
export function judgeConformance({ claims, against, words }: Evidence): readonly string[] {
  const known = ruleSets.flatMap(rulesOf)
  const cited = new Set(claims.flatMap(({ rules }) => rules))
  const refused = new Set(against.map(({ rule }) => rule))
  return [
    ...known.filter((rule) => !cited.has(rule) && !refused.has(rule)).map((rule) => `${rule} has no test.`),
    ...known.filter((rule) => (words[rule] ?? '').trim() === '').map((rule) => `${rule} has no words.`),
    ...claims.flatMap(({ rules, title, file }) =>
      rules
        .filter((rule) => !known.includes(rule))
        .map((rule) => `${rule} does not exist: ${file}: ${title}`),
    ),
    ...Object.keys(words)
      .filter((rule) => !known.includes(rule))
      .map((rule) => `${rule} does not exist, and has words.`),
    ...against
      .filter(({ rule }) => !known.includes(rule))
      .map(({ rule, file }) => `${rule} does not exist: ${file}`),
    ...[...refused]
      .filter((rule) => cited.has(rule))
      .map((rule) => `${rule} is decided against and has a test.`),
    ...tooMany(refused),
  ]
}

function tooMany(refused: ReadonlySet<string>): readonly string[] {
  const of = ruleSets.flatMap((set) => {
    const count = rulesOf(set).filter((rule) => refused.has(rule)).length
    const { letter, mostAgainst } = set
    return count > mostAgainst
      ? [`${count} rules of ${letter} are decided against: at most ${mostAgainst}.`]
      : []
  })
  const all = `${refused.size} rules are decided against: at most ${MOST_AGAINST}.`
  return refused.size > MOST_AGAINST ? [...of, all] : of
}
