import type { Hunk } from './diff-lines.ts'
import { diffLines, linesOf } from './diff-lines.ts'
import { countOf, similarity, wordsOf } from './similarity.ts'
import { hidesImport, importedNames, renamedIn } from './test-names.ts'
import {
  goesThroughCases,
  isAssertion,
  isSkip,
  isTestDeclaration,
  LONGEST_LINE,
  mayHide,
  narrowings,
  redefines,
} from './test-lines.ts'

/** What a change of a test file did to its tests, each with the first line that shows it. */
export type Weakening = {
  /** Tests that ran before and are kept from running now. */
  readonly skipped: string | null
  /** A new test that runs only where its condition holds. */
  readonly conditional: string | null
  /** Something that a test looks at or that it compares with was removed or changed. */
  readonly changed: string | null
}

/** An assertion may go on over this many lines. */
const LONGEST_ASSERTION = 60

export function weakening(path: string, before: string, after: string): Weakening {
  const old = linesOf(before)
  const now = linesOf(after)
  const hunks = diffLines(old, now)
  const removed = unmoved(hunks, 'removed')
  const added = unmoved(hunks, 'added')
  const subjects = importedNames(before)
  const conditions = conditionsOfNewTests(path, before, now, hunks)
  const others = added.filter((line) => !conditions.has(line))
  return {
    skipped: newSkip(path, removed, others) ?? commentedOut(removed, added),
    conditional: [...conditions][0]?.trim() ?? null,
    changed:
      changedAssertion(old, hunks, new Set(removed), renamedIn(before, after)) ??
      added.find((line) => mayHide(line) || redefines(line, before) || hidesImport(line, subjects))?.trim() ??
      null,
  }
}

/** The first line of a new test file that keeps a test from running. */
export function firstSkip(path: string, text: string): string | null {
  return (
    linesOf(text)
      .find((line) => isSkip(line, path))
      ?.trim() ?? null
  )
}

function newSkip(path: string, removed: readonly string[], added: readonly string[]): string | null {
  const known = removed.filter((line) => isSkip(line, path)).map((line) => wordsOf(withoutReason(line)))
  for (const line of added.filter((each) => isSkip(each, path) && !isPlainImport(each))) {
    const index = known.findIndex((words) => similarity(words, wordsOf(withoutReason(line))) >= 0.6)
    if (index < 0) return line.trim()
    known.splice(index, 1)
  }
  return null
}

/** What always keeps a test from running, without the reason that is given for it. */
function withoutReason(line: string): string {
  return line.replace(/^(\s*@(?:Ignore|Disabled))\s*\(\s*(?:"[^"]*"\s*\)?)?\s*$/, '$1')
}

/** A name that is only made known keeps nothing from running. */
function isPlainImport(line: string): boolean {
  return /^\s*import\s+(?:static\s+)?[\w.]+(?:\.\*)?;?\s*$/.test(line)
}

const condition =
  /\b(?:skip_?if|skip_?unless|run_?if|importorskip)\b|@(?:Enabled|Disabled)(?:If|On|For)\w*|\bassum(?:e|ptions\b)|\bcfg_attr\b|\bif\b.*\bskip/i
const always = /(?:[(:]\s*|(?<![=!<>])=\s*|\bif\s+)(?:true\b|!0|!false\b|1\b)/i
const skippingInside = /\b(?:this|t|tb?|f|b|pytest|self)\.skip\w*\s*\(/i

/** Lines that keep a new test from running in some places only; no test that was there before is within their reach. */
function conditionsOfNewTests(
  path: string,
  before: string,
  now: readonly string[],
  hunks: readonly Hunk[],
): ReadonlySet<string> {
  const found: string[] = []
  let shift = 0
  for (const { start, removed, added } of hunks) {
    const from = start + shift
    shift += added.length - removed.length
    if (removed.length > 0) continue
    for (const [index, line] of added.entries()) {
      if (!isSkip(line, path)) continue
      const isOld = (each: string, place: number): boolean =>
        (place === 0 || (isTestDeclaration(each) && isNamed(each))) && !isNew(each, before)
      const test = slides(now, from, from + added.length, from + index)
        .map(([start, end, at]) => newTestAround(now, start, end, at))
        .find((each) => each !== null && !each.some(isOld))
      if (test === null || test === undefined) continue
      const isInside =
        skippingInside.test(line) && test.some((each) => /^\s*if\b/.test(each) && !always.test(each))
      if ((condition.test(line) && !always.test(line)) || isInside) found.push(line)
    }
  }
  // The same line may be added to a test that was there, too.
  const all = countOf(hunks.flatMap(({ added }) => added))
  return new Set([...countOf(found)].flatMap(([line, count]) => (all.get(line) === count ? [line] : [])))
}

/** Whether what looks like the head of a test has a name; prose has none. */
function isNamed(line: string): boolean {
  return /\b(?:def|func|fn|void|fun|function|class)\s+\w|["'`]|@|#\[|\[/.test(line)
}

const FARTHEST = 200

/** The same insertion, wherever else it may be said to begin: what follows it may be how it begins, too. */
function slides(
  now: readonly string[],
  from: number,
  to: number,
  at: number,
): readonly (readonly [from: number, to: number, at: number])[] {
  const size = to - from
  const found: [number, number, number][] = [[from, to, at]]
  for (let k = 0; k < FARTHEST && to + k < now.length && now[from + k] === now[to + k]; k += 1) {
    const start = from + k + 1
    found.push([start, start + size, at < start ? at + size * Math.ceil((start - at) / size) : at])
  }
  for (let k = 1; k <= FARTHEST && from - k >= 0 && now[from - k] === now[to - k]; k += 1) {
    const end = to - k
    found.push([end - size, end, at >= end ? at - size * Math.ceil((at - end + 1) / size) : at])
  }
  return found
}

/** The lines of the test that `at` belongs to, where all of it lies in `[from, to)`. */
function newTestAround(
  lines: readonly string[],
  from: number,
  to: number,
  at: number,
): readonly string[] | null {
  const isMark = (index: number): boolean => /^\s*(?:@|#\[)/.test(lines[index] ?? '')
  let head = at
  let open = 0
  if (isMark(at)) {
    for (; head < to && (open > 0 || isMark(head)); head += 1) open += bracketBalance(lines[head] ?? '')
  } else {
    while (head >= from && !isTestDeclaration(lines[head] ?? '')) head -= 1
  }
  if (head < from || head >= to) return null
  // What makes a test of a method stands on lines of its own, above what it is called.
  while (head < at && isMark(head)) head += 1
  const indent = indentOf(lines[head] ?? '')
  if (!isMark(at) && head < at && indentOf(lines[at] ?? '') <= indent) return null
  let end = head + 1
  while (end < lines.length && (!/\S/.test(lines[end] ?? '') || indentOf(lines[end] ?? '') > indent)) end += 1
  if (/^\s*[)\]}]/.test(lines[end] ?? '')) end += 1
  while (end > head + 1 && !/\S/.test(lines[end - 1] ?? '')) end -= 1
  const test = lines.slice(head, end)
  const isWhole = test.reduce((sum, line) => sum + bracketBalance(line), 0) === 0
  return isWhole && end <= to && at < end ? test : null
}

function indentOf(line: string): number {
  return line.length - line.trimStart().length
}

function isNew(declared: string, before: string): boolean {
  const name = /\b(?:def|func|fn|void|fun|function|class)\s+(\w+)/.exec(declared)?.[1]
  if (name !== undefined) return !wordsOf(before).includes(name)
  const text = /(["'`])((?:\\.|(?!\1)[^\\])+)\1/.exec(declared)?.[2]
  return text !== undefined && !before.includes(text)
}

function commentedOut(removed: readonly string[], added: readonly string[]): string | null {
  const gone = new Set(
    removed.filter((line) => isTestDeclaration(line) || isAssertion(line)).map((line) => line.trim()),
  )
  const uncommented = (line: string): string | null =>
    /^\s*(?:\/\/+|#+|--|\/?\*+|<!--|;+|%+|rem\b)\s*(.*?)\s*(?:\*\/|-->)?\s*$/i.exec(line)?.[1] ?? null
  return added.find((line) => gone.has(uncommented(line) ?? line))?.trim() ?? null
}

function changedAssertion(
  old: readonly string[],
  hunks: readonly Hunk[],
  removed: ReadonlySet<string>,
  rename: (line: string) => string,
): string | null {
  const inside = assertionLines(old)
  for (const { start, removed: lines, added } of hunks) {
    const now = new Set(added.map((line) => line.trim()))
    const isNarrowed = (line: string): boolean =>
      added.some(
        (each) => narrowings(each) > narrowings(line) && similarity(wordsOf(each), wordsOf(line)) >= 0.5,
      )
    const lost = lines.findIndex(
      (line, index) =>
        removed.has(line.trim()) &&
        (inside.has(start + index) ||
          isTestDeclaration(line) ||
          goesThroughCases(line) ||
          isNarrowed(line)) &&
        !isImport(line) &&
        /\S/.test(line) &&
        !now.has(rename(line).trim()),
    )
    if (lost >= 0) return lines[lost]?.trim() ?? null
    const values = countOf(added.flatMap(valuesOf))
    for (const line of lines.filter((each) => removed.has(each.trim()))) {
      for (const value of valuesOf(line)) {
        const left = values.get(value) ?? 0
        if (left === 0) return line.trim()
        values.set(value, left - 1)
      }
    }
  }
  return null
}

/** Which lines belong to an assertion: those with one, and those that follow until its brackets close. */
function assertionLines(lines: readonly string[]): ReadonlySet<number> {
  const found = new Set<number>()
  for (let index = 0; index < lines.length; index += 1) {
    if (!isAssertion(lines[index] ?? '')) continue
    let open = 0
    for (let next = index; next < Math.min(lines.length, index + LONGEST_ASSERTION); next += 1) {
      found.add(next)
      open += bracketBalance(lines[next] ?? '')
      if (open <= 0) break
    }
  }
  return found
}

export function bracketBalance(line: string): number {
  if (line.length > LONGEST_LINE) return 0
  const bare = line.replaceAll(/(["'`])(?:\\.|(?!\1)[^\\])*\1/g, '')
  return (bare.match(/[([{]/g)?.length ?? 0) - (bare.match(/[)\]}]/g)?.length ?? 0)
}

/** Where its names come from is looked at by itself. */
function isImport(line: string): boolean {
  return /^\s*(?:import\b.*\bfrom\b|from\s+[\w.]+\s+import\b|import\s+[\w.*{]|use\s+\w|using\s+\w|#include\b)/.test(
    line,
  )
}

/** Numbers, texts and the like that stand in a line: what a test puts in or expects. */
export function valuesOf(line: string): readonly string[] {
  if (line.length > LONGEST_LINE) return [line]
  if (/^\s*(?:import|from|use|using|package|#include|export\s.*\sfrom)\b|\brequire\s*\(/.test(line)) return []
  const code = line.replace(/(?:^|\s)(?:\/\/|#).*$/, '')
  return (
    code.match(/(["'`])(?:\\.|(?!\1)[^\\])*\1|\b\d[\w.]*|\b(?:true|false|null|none|nil|undefined)\b/gi) ?? []
  )
}

/** Lines of one side that the other side of the change does not have somewhere else, trimmed. */
function unmoved(hunks: readonly Hunk[], side: 'removed' | 'added'): readonly string[] {
  const others = countOf(
    hunks.flatMap((hunk) => hunk[side === 'removed' ? 'added' : 'removed']).map((line) => line.trim()),
  )
  return hunks
    .flatMap((hunk) => hunk[side])
    .flatMap((line) => {
      const left = others.get(line.trim()) ?? 0
      others.set(line.trim(), left - 1)
      return left > 0 ? [] : [side === 'removed' ? line.trim() : line]
    })
}
