import type { Hunk } from './diff-lines.ts'
import { diffLines, linesOf } from './diff-lines.ts'
import { countOf, similarity, wordsOf } from './similarity.ts'
import { isAssertion, isSkip, isTestDeclaration, LONGEST_LINE, mayHide } from './test-lines.ts'

/** What a change of a test file did to its tests, each with the first line that shows it. */
export type Weakening = {
  /** Tests that ran before and are kept from running now. */
  readonly skipped: string | null
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
  return {
    skipped: newSkip(path, removed, added) ?? commentedOut(removed, added),
    changed: changedAssertion(old, hunks, new Set(removed)) ?? added.find(mayHide)?.trim() ?? null,
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
  const known = removed.filter((line) => isSkip(line, path)).map(wordsOf)
  for (const line of added.filter((each) => isSkip(each, path))) {
    const index = known.findIndex((words) => similarity(words, wordsOf(line)) >= 0.6)
    if (index < 0) return line.trim()
    known.splice(index, 1)
  }
  return null
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
): string | null {
  const inside = assertionLines(old)
  for (const { start, removed: lines, added } of hunks) {
    const lost = lines.findIndex(
      (line, index) =>
        removed.has(line.trim()) && (inside.has(start + index) || isTestDeclaration(line)) && /\S/.test(line),
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

function bracketBalance(line: string): number {
  if (line.length > LONGEST_LINE) return 0
  const bare = line.replaceAll(/(["'`])(?:\\.|(?!\1).)*\1/g, '')
  return (bare.match(/[([{]/g)?.length ?? 0) - (bare.match(/[)\]}]/g)?.length ?? 0)
}

/** Numbers, texts and the like that stand in a line: what a test puts in or expects. */
function valuesOf(line: string): readonly string[] {
  if (line.length > LONGEST_LINE) return [line]
  if (/^\s*(?:import|from|use|using|package|#include|export\s.*\sfrom)\b|\brequire\s*\(/.test(line)) return []
  const code = line.replace(/(?:^|\s)(?:\/\/|#).*$/, '')
  return code.match(/(["'`])(?:\\.|(?!\1).)*\1|\b\d[\w.]*|\b(?:true|false|null|none|nil|undefined)\b/gi) ?? []
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
