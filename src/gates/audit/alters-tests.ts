import type { ChangedFile } from '../../kernel/ports/repository.ts'
import { actsOnLoad } from './acts-on-load.ts'
import type { MovedTo } from './changed-source.ts'
import { onlyFollowsMoves } from './changed-source.ts'
import { diffLines } from './diff-lines.ts'
import { reachesOthers } from './reaches-others.ts'
import { reachesOut } from './reaches-out.ts'
import { wordsOf } from './similarity.ts'
import { sourceLines } from './source-lines.ts'
import { isTestDeclaration, LONGEST_LINE } from './test-lines.ts'
import { bracketBalance } from './weakened-tests.ts'

/** Languages in which brackets say where something ends; elsewhere the indentation is looked at. */
const bracketed = /\.(?:[cm]?[jt]sx?|go|rs|java|kts?|scala|groovy|cs|php|swift|dart|c|cc|cpp|cxx|h|hpp|zig)$/i
const script = /\.[cm]?[jt]sx?$/i
const declaration =
  /^(?:(?:export|pub|public|private|internal|static|final|async|override|suspend)\s+)*(?:const|let|var|val|function\*?|def|fn|fun|func|class|interface|type|struct|enum|record|void)\s+(?:\([^)]*\)\s*)?([\p{L}_$][\p{L}\p{N}_$]*)/u
/** What stands before a declaration and belongs to it. */
const mark = /^(?:@\w|#\[|\[\w)/
const importing =
  /^(?:import\b.*\bfrom\b|import\s+[\w.*{]|from\s+[\w.]+\s+import\b|use\s+\w|using\s+\w|#\s*include\b|(?:const|let|var)\s+[\w{}\s,$]+=\s*require\()/

/**
 * Whether a change of a test file, or a new one, may act on tests that were there before: anything but whole new tests,
 * new names, new rows of a table and imports that follow a module that was moved. Nothing is wrong with one that does; the earlier tests are run as they were.
 * Contract: in doubt, yes; comments and white space never do.
 */
export function altersTests({ path, before, after }: ChangedFile, movedTo: MovedTo = () => null): boolean {
  if (before === after || after === null) return false
  const now = codeOf(path, after)
  if (before === null) {
    return (
      actsOnLoad(path, now) ||
      (script.test(path) ? reachesOut(sourceLines(path, after)) : reachesOthers(path, now, now))
    )
  }
  const isBracketed = bracketed.test(path)
  const bareOf = new Map(scriptLines(path, after).map(({ code, bare }) => [code.trim(), bare]))
  const [old, lines] = isBracketed
    ? [codeOf(path, before).map(trimmed), now.map(trimmed)]
    : [codeOf(path, before), now]
  const known = new Set(wordsOf(before))
  let shift = 0
  return diffLines(old, lines).some(({ start, removed, added }) => {
    const from = start + shift
    shift += added.length - removed.length
    if (removed.length > 0)
      return !(onlyImportsMore(removed, added) || onlyFollowsMoves(path, removed, added, movedTo))
    if (added.every((line) => isRow(line))) return !isTable(lines, from)
    const reaches = script.test(path)
      ? reachesOut(added.map((code) => ({ code, bare: bareOf.get(code.trim()) ?? '' })))
      : reachesOthers(path, added, now)
    if (reaches) return true
    return !placesOf(lines, from, added.length).some((place) => {
      const next = lines[place + added.length] ?? ''
      return areBlocks(lines.slice(place, place + added.length), next, known, isBracketed)
    })
  })
}

function trimmed(line: string): string {
  return line.trim()
}

const MOST_PLACES = 40

/** Where the same lines may as well have been added: `})`, `test('b', () => {` is `test('b', () => {`, `})`. */
function placesOf(lines: readonly string[], from: number, size: number): readonly number[] {
  const places = [from]
  for (
    let at = from;
    at > 0 && lines[at - 1] === lines[at + size - 1] && places.length < MOST_PLACES;
    at -= 1
  )
    places.push(at - 1)
  for (let at = from; lines[at] === lines[at + size] && at + size < lines.length; at += 1) {
    if (places.length >= 2 * MOST_PLACES) break
    places.push(at + 1)
  }
  return places
}

/** Comments are settings there. */
const speaks = /\.php$/i

/** The lines that run, with their indentation and without comments. */
function codeOf(path: string, text: string): readonly string[] {
  return sourceLines(path, text)
    .map(({ code, comment }) => (speaks.test(path) ? code + comment : code).trimEnd())
    .filter((line) => line !== '')
}

/** The same of scripts, with their texts emptied. */
function scriptLines(
  path: string,
  text: string,
): readonly { readonly code: string; readonly bare: string }[] {
  return script.test(path) ? sourceLines(path, text) : []
}

/** Imports that give the names that they gave, and more. */
function onlyImportsMore(removed: readonly string[], added: readonly string[]): boolean {
  if (![...removed, ...added].every((line) => importing.test(line.trim()))) return false
  const now = wordsOf(added.join('\n'))
  const old = wordsOf(removed.join('\n'))
  const count = (words: readonly string[]): number => words.filter((word) => word === 'as').length
  return old.every((word) => now.includes(word)) && count(now) === count(old)
}

/** A whole row of a table that does nothing but stand there: no call, and nothing that is spread over others. */
function isRow(line: string): boolean {
  const text = line.trim()
  if (!/^[[({]|^[A-Z]\w*[({]/.test(text) || !text.endsWith(',') || bracketBalance(text) !== 0) return false
  return !/=|;|\.\.\.|\*\*|\+\+|--|\b(?:return|throw|yield|await|delete)\b|(?<!\bnew\s+[\w.]*)\b[a-z_$][\w$]*\s*[(`]/.test(
    text.replaceAll(/(["'`])(?:\\.|(?!\1)[^\\])*\1/g, '""'),
  )
}

/** Whether a line stands in a list, where one more says nothing else of the others; not among arguments. */
function isTable(lines: readonly string[], at: number): boolean {
  const open: string[] = []
  for (const line of lines.slice(0, at)) {
    if (line.length > LONGEST_LINE) return false
    for (const bracket of line.replaceAll(/(["'`])(?:\\.|(?!\1)[^\\])*\1/g, '').match(/[([{}\])]/g) ?? []) {
      if ('([{'.includes(bracket)) open.push(bracket)
      else open.pop()
    }
  }
  return open.at(-1) === '[' || open.at(-1) === '{'
}

function isEnd(line: string): boolean {
  return /^\s*(?:[)\]}]+[;,]?|end|done)\s*$/.test(line)
}

/** Whether lines are nothing but whole tests, declarations of new names, and imports. */
function areBlocks(
  lines: readonly string[],
  next: string,
  known: ReadonlySet<string>,
  isBracketed: boolean,
): boolean {
  for (let at = 0; at < lines.length;) {
    const first = lines[at] ?? ''
    const text = first.trim()
    const isTest = isTestDeclaration(first)
    if ((mark.test(text) && !isTest && !isSwitch(text)) || (importing.test(text) && !/\bas\b/.test(text))) {
      at += 1
      continue
    }
    const name = declaration.exec(text)?.[1]
    const isMethod = isBracketed ? /^(?:public|protected)\b/.test(text) : indentOf(first) > 0
    if (name === undefined ? !isTest : known.has(name) || name.startsWith('__')) return false
    if (name !== undefined && isMethod && inherited.test(name)) return false
    const size = isBracketed ? bracketsFrom(lines, at) : indentedFrom(lines, at)
    if (size === 0) return false
    if (!isBracketed && at + size >= lines.length && indentOf(next) > indentOf(first)) return false
    at += size
  }
  return !mark.test((lines.at(-1) ?? '').trim())
}

/** What runs a class of tests, and its assertions, which a method of the same name takes the place of. */
const inherited =
  /^(?:run\w*|debug|_call\w+|do\w*Cleanups|id|fail|countTestCases|defaultTestResult|subTest|skipTest|_?set_?[uU]p\w*|_?tear_?[dD]own\w*|async(?:SetUp|TearDown)|_\w*(?:Equal|Raises|Outcome|Message|Errors?)|assert\w*)$/

/** What a mark may switch off, or have done for every test. */
function isSwitch(line: string): boolean {
  return /skip|ignore|xfail|disabled|cfg|autouse|before|after|only/i.test(line)
}

/** How many lines belong to a block until its brackets are closed; 0 when they are not. */
function bracketsFrom(lines: readonly string[], from: number): number {
  let open = 0
  for (let at = from; at < lines.length; at += 1) {
    const line = lines[at] ?? ''
    if (line.length > LONGEST_LINE) return 0
    open += bracketBalance(line)
    if (open < 0) return 0
    if (open === 0) return at - from + 1
  }
  return 0
}

/** The same where indentation tells: a line, those that stand deeper, and the word that ends them. */
function indentedFrom(lines: readonly string[], from: number): number {
  const first = lines[from] ?? ''
  let at = from + 1
  while (at < lines.length && indentOf(lines[at] ?? '') > indentOf(first)) at += 1
  if (at === from + 1 && /(?::|\bdo|\{)$/.test(first)) return 0
  if (isEnd(lines[at] ?? '') && indentOf(lines[at] ?? '') === indentOf(first)) at += 1
  return at - from
}

function indentOf(line: string): number {
  return line.length - line.trimStart().length
}
