import { countOf, wordsOf } from './similarity.ts'
import { sourceLines } from './source-lines.ts'
import { isAssertion, isTestDeclaration, LONGEST_LINE } from './test-lines.ts'
import { bracketBalance, valuesOf } from './weakened-tests.ts'

/** What tests beside the code work with, besides their expectations. */
type Grounds = {
  /** Statements with a value of their own: what is put in. */
  readonly statements: readonly string[]
  /** Functions, macros and constants of the tests, by their names. */
  readonly helpers: ReadonlyMap<string, readonly string[]>
  /** Tests of a function of their own, and those of them that a panic makes green. */
  readonly tests: readonly string[]
  readonly panicking: ReadonlySet<string>
  /** What a test gives a name to, and its assertions, as often as it does. */
  readonly locals: readonly string[]
}

type Side = { readonly text: string; readonly tests: readonly string[] }

const qualifiers = '(?:(?:pub(?:\\([^)]*\\))?|export|async|unsafe|inline|default)\\s+)*'
const helper = new RegExp(
  `^${qualifiers}(?:(?:const\\s+)?fn|function\\*?|macro_rules!|static(?:\\s+mut)?|const(?=\\s+\\w+\\s*:))\\s+(\\w+)|^${qualifiers}(?:const|let|var)\\s+(?:mut\\s+)?(\\w+)\\s*=\\s*(?:(?:async\\s*)?(?:function\\b|(?:\\([^)]*\\)|\\w+)\\s*=>)|(?:move\\s*)?\\|[^|]*\\|)`,
)
const type = new RegExp(`^${qualifiers}(?:struct|enum|type|trait|union|class|mod)\\s+(\\w+)`)
const testMark = /^#\[\s*(?:\w+::)*(?:test|rstest|test_case|case|bench)\b/
/** Attributes that say what a test is given or has to come to. */
const telling = /^#\[\s*(?:\w+::)*(?:should_panic|case|test_case|values)\b/
const markAndMore = /^(\s*#\[.*\])\s+(?=\S.*[{;]\s*\}?\s*$)/
/** It is no quote. */
const lifetime = /'(?=[a-z_]\w*(?!['\w]))/gi
const owner = /^(?:unsafe\s+)?(?:impl|trait)\b/
/** What opens a block of statements, unlike one of values. */
const head =
  /^(?:\}\s*)?(?:pub|fn|mod|impl|trait|struct|enum|if|else|for|while|loop|match|unsafe|function|test|unittest|try|switch)\b|(?:=>|\)|\||\belse)\s*\{$/
const printing = /^(?:e?print(?:ln)?!|dbg!|console\.)/
/** What gives a value to a name of a test. */
const given = /^(?:(?:let|var|const)\s+(?:mut\s+)?(\w+)\s*(?::[^=]+)?|(\w+)\s*)=(?![=>])/
const ASSERTION = '\0'
const LONGEST = 200

/** The first of what the earlier tests stood on that is gone, is another now, or that something new is found before. */
export function lostGround(path: string, before: Side, after: Side): string | null {
  const old = groundsIn(path, before.tests)
  const now = groundsIn(path, after.tests)
  const [known, left] = [new Set(wordsOf(before.text)), new Set(wordsOf(after.text))]
  const panics = old.tests.find((name) => !old.panicking.has(name) && now.panicking.has(name))
  return (
    lostStatement(old.statements, now.statements, known, left) ??
    lostHelper(old.helpers, now.helpers, known, left) ??
    panics ??
    givenAgain(old.locals, now.locals) ??
    (calm(now) < calm(old) ? '#[should_panic]' : null) ??
    hidingName(path, before, after)
  )
}

/** A name that a test had given a value, and gives another one now, without an assertion more. */
function givenAgain(old: readonly string[], now: readonly string[]): string | null {
  const [had, has] = [countOf(old), countOf(now)]
  const growth = (each: string): number => (has.get(each) ?? 0) - (had.get(each) ?? 0)
  const again = [...had.keys()].find(
    (each) => growth(each) > Math.max(0, growth(`${each.slice(0, each.lastIndexOf(' '))} ${ASSERTION}`)),
  )
  return again ?? null
}

function calm({ tests, panicking }: Grounds): number {
  return tests.length - panicking.size
}

function groundsIn(path: string, tests: readonly string[]): Grounds {
  const lines = codeOf(path, tests)
  const statements: string[] = []
  const helpers = new Map<string, readonly string[]>()
  const names: string[] = []
  const panicking = new Set<string>()
  const locals: string[] = []
  let test = ''
  let marks: readonly string[] = []
  for (let at = 0; at < lines.length;) {
    const [first, size] = pieceAt(lines, at, (lines[at] ?? '').startsWith('#') ? 'values' : 'line')
    const mark = /^#!?\[.*\]$/.test(first) ? first : null
    if (mark !== null) {
      marks = [...marks, mark]
      if (telling.test(mark) && valuesOf(asCode(mark)).length > 0) statements.push(mark)
      at += size
      continue
    }
    const name = nameOf(helper, first)
    const isTest = marks.some((each) => testMark.test(each))
    if (isTest || (name === null && isTestDeclaration(first))) test = first
    if (name !== null && isTest) {
      names.push(name)
      if (marks.some((each) => each.includes('should_panic'))) panicking.add(name)
    }
    marks = []
    if (name !== null && !isTest) {
      const [body, length] = pieceAt(lines, at, 'block')
      helpers.set(name, [...(helpers.get(name) ?? []), body])
      at += length
      continue
    }
    const isHead = first.endsWith('{') && head.test(first)
    const [statement, length] = isHead || isTest ? [first, 1] : pieceAt(lines, at, 'values')
    const local = nameOf(given, statement)
    if (local !== null && test !== '') locals.push(`${test} ${local}`)
    if (isAssertion(statement)) locals.push(`${test} ${ASSERTION}`)
    const isNamed = isTestDeclaration(first) || /^test\s*["{]/.test(first)
    if (!isNamed && !isAssertion(statement) && !printing.test(statement) && valuesOf(statement).length > 0)
      statements.push(statement)
    at += length
  }
  return { statements, helpers, tests: names, panicking, locals }
}

/** Whatever is no example of a documentation, without comments; a mark of a function stands on a line of its own. */
function codeOf(path: string, lines: readonly string[]): readonly string[] {
  const text = lines.filter((line) => !line.startsWith('\0')).join('\n')
  return sourceLines(path, text)
    .flatMap(({ code }) =>
      code.length > LONGEST_LINE ? [code] : code.replace(markAndMore, '$1\n').split('\n'),
    )
    .map((line) => (path.endsWith('.rs') ? line.replaceAll(lifetime, '') : line).trim())
    .filter((line) => line !== '')
}

/** A line, or it and those that belong to it, and how many they are. */
function pieceAt(
  lines: readonly string[],
  from: number,
  kind: 'line' | 'values' | 'block',
): readonly [text: string, size: number] {
  let open = 0
  let opened = false
  let at = from
  for (; at < lines.length && at - from < LONGEST; at += 1) {
    const line = lines[at] ?? ''
    open += bracketBalance(line)
    opened ||= /[{;]|=>?/.test(line)
    const goesOn = open > 0 || (kind === 'block' && !opened) || (lines[at + 1] ?? '').startsWith('.')
    if (kind === 'line' || !goesOn) break
  }
  const taken = lines.slice(from, at + 1)
  return [taken.join(' '), Math.max(1, taken.length)]
}

/** Without what `valuesOf` takes for a comment. */
function asCode(mark: string): string {
  return mark.replace(/^#/, '')
}

function nameOf(pattern: RegExp, line: string): string | null {
  const found = pattern.exec(line)
  return found?.[1] ?? found?.[2] ?? null
}

/** A statement stays by what is called first and by its values; a list may have more of them. */
function lostStatement(
  old: readonly string[],
  now: readonly string[],
  known: ReadonlySet<string>,
  left: ReadonlySet<string>,
): string | null {
  const same = countOf(now)
  const gone = old.filter((each) => !takeOne(same, each))
  const come = [...same].flatMap(([each, count]) => Array<string>(Math.max(0, count)).fill(each))
  const free = countOf(come.map((each) => `${calledBy(each, known)}\n${sorted(tokensOf(each))}`))
  const lists = come.filter(isList).map((each) => ({ name: calledBy(each, known), values: tokensOf(each) }))
  const grows = (each: string): boolean =>
    isList(each) &&
    lists.some(
      ({ name, values }) =>
        name === calledBy(each, left) && isWithin(tokensOf(each), values, (one, two) => one === two),
    )
  return (
    gone.find(
      (each) => !takeOne(free, `${calledBy(each, left)}\n${sorted(tokensOf(each))}`) && !grows(each),
    ) ?? null
  )
}

function takeOne(counts: Map<string, number>, each: string): boolean {
  const left = counts.get(each) ?? 0
  counts.set(each, left - 1)
  return left > 0
}

function isList(statement: string): boolean {
  return /(?:^|[\s=(!&])\[/.test(statement)
}

function sorted(tokens: readonly string[]): string {
  return tokens.toSorted().join('\n')
}

/** What a statement calls, if it is nothing but a call; a name that the other side does not have was renamed. */
function calledBy(statement: string, others: ReadonlySet<string>): string {
  const name = /^(?:[\w$]+(?:\.|::))*([\w$]+)!?\s*[([]/.exec(statement)?.[1] ?? ''
  return name === '' || others.has(name) ? name : '?'
}

const sign = / (?:[=!]==?|[<>]=?|&&|\|\|) |(?<=[(,=[{|&\s])[-!](?=[\w(])/g

/** What a piece says by values and by how they are compared. */
export function tokensOf(piece: string): readonly string[] {
  return [...valuesOf(asCode(piece)), ...(piece.match(sign) ?? []).map((each) => each.trim())]
}

/** A helper may have other names in it and be given more, but does what it did. */
function lostHelper(
  old: ReadonlyMap<string, readonly string[]>,
  now: ReadonlyMap<string, readonly string[]>,
  known: ReadonlySet<string>,
  left: ReadonlySet<string>,
): string | null {
  const isSame = (one: string, two: string): boolean => one === two || (!left.has(one) && !known.has(two))
  const fits = (one: string, two: string): boolean =>
    stepsOf(one) === stepsOf(two) && isWithin(wordsOf(bodyOf(one)), wordsOf(bodyOf(two)), isSame)
  for (const [name, pieces] of old) {
    const free = now.get(name)?.slice() ?? [...now].flatMap(([each, its]) => (old.has(each) ? [] : its))
    for (const piece of pieces) {
      const index = free.findIndex((each) => fits(piece, each))
      if (index < 0) return piece
      free.splice(index, 1)
    }
  }
  return null
}

function bodyOf(piece: string): string {
  return piece.slice(piece.search(/\{|=(?!=)/))
}

function stepsOf(piece: string): string {
  const body = bodyOf(piece)
  const steps = body.match(/;|\s=\s|\b(?:return|if|else|match|while|for|loop|break|continue)\b/g) ?? []
  return sorted([...tokensOf(body), ...steps.map((each) => each.trim())])
}

function isWithin(
  wanted: readonly string[],
  there: readonly string[],
  isSame: (one: string, two: string) => boolean,
): boolean {
  let at = 0
  for (const each of there) if (at < wanted.length && isSame(wanted[at] ?? '', each)) at += 1
  return at === wanted.length
}

/** A new name of the tests that is found before the same name of the product, or before an assertion. */
function hidingName(path: string, before: Side, after: Side): string | null {
  const old = countOf(namesIn(codeOf(path, before.tests)))
  const inside = new Set(before.tests)
  const product = new Set(
    before.text
      .split(/\r?\n/)
      .filter((line) => !inside.has(line))
      .flatMap((line) => nameOf(helper, line) ?? nameOf(type, line) ?? []),
  )
  const hides = (name: string): boolean => product.has(name) || /^(?:assert(?:_eq|_ne)?|panic)$/.test(name)
  return namesIn(codeOf(path, after.tests)).find((name) => !old.has(name) && hides(name)) ?? null
}

/** What lines give a name to, without tests and what belongs to a type. */
function namesIn(lines: readonly string[]): readonly string[] {
  const found: string[] = []
  for (let at = 0; at < lines.length;) {
    const line = lines[at] ?? ''
    const isTest = testMark.test(lines[at - 1] ?? '') || /^#\[\s*should_panic/.test(lines[at - 1] ?? '')
    const name = isTest ? null : (nameOf(helper, line) ?? nameOf(type, line))
    if (name !== null) found.push(name)
    if (/^(?:use|import)\b/.test(line))
      found.push(...[...line.matchAll(/\bas\s+(\w+)/g)].flatMap(([, as]) => as ?? []))
    at += owner.test(line) ? pieceAt(lines, at, 'block')[1] : 1
  }
  return found
}
