/** A test that says by its title which rules it is about. */
export interface Claim {
  readonly rules: readonly string[]
  /** `impossible`: the test tries to break the rule, and cannot. */
  readonly how: 'proven' | 'impossible'
  readonly title: string
  readonly file: string
}

/** A rule that is not kept, and why. */
export interface Against {
  readonly rule: string
  readonly why: string
  readonly file: string
}

const ID = String.raw`[A-DPS]\d+`
const RANGE = String.raw`${ID}(?:[–-]${ID})?`
/** A string that begins with ids of rules, as titles of tests and names of rows do. */
const TITLE = new RegExp(
  String.raw`(['"\`])(${RANGE}(?:, ${RANGE})*)( impossible)?: ((?:\\.|(?!\1)[^\\])+)\1`,
  'g',
)
const AGAINST = /Decided against: ([A-D]\d+(?:, [A-D]\d+)*) — (.+)$/gm

/** Every title in the sources, in the order of the files and of their lines. */
export function findClaims(sources: ReadonlyMap<string, string>): readonly Claim[] {
  return [...sources].flatMap(([file, source]) =>
    [...source.matchAll(TITLE)].flatMap(([, , ids = '', impossible, title = '']) => {
      const rules = ids.split(', ').flatMap(idsOf).filter(isRule)
      const how = impossible === undefined ? 'proven' : 'impossible'
      return rules.length === 0 ? [] : [{ rules, how, title: unescaped(title), file } as const]
    }),
  )
}

/** Every rule that a decision record decides against. */
export function findAgainst(records: ReadonlyMap<string, string>): readonly Against[] {
  return [...records].flatMap(([file, text]) =>
    [...text.matchAll(AGAINST)].flatMap(([, ids = '', why = '']) =>
      ids.split(', ').map((rule) => ({ rule, why: why.trim(), file })),
    ),
  )
}

function idsOf(range: string): readonly string[] {
  const [first = '', last] = range.split(/[–-]/)
  if (last === undefined) return [first]
  const [from, to] = [Number(first.slice(1)), Number(last.slice(1))]
  if (first[0] !== last[0] || to <= from) return [range]
  return Array.from({ length: to - from + 1 }, (_, index) => `${first[0]}${from + index}`)
}

function isRule(id: string): boolean {
  return /^[A-D]/.test(id)
}

function unescaped(title: string): string {
  return title.replaceAll(/\\(['"`\\])/g, '$1').replaceAll(/\s+/g, ' ')
}
