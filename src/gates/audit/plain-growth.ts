import type { ChangedFile } from '../../kernel/ports/repository.ts'
import { altersTests } from './alters-tests.ts'
import { diffLines } from './diff-lines.ts'
import { foldedName } from './fold-path.ts'
import { sourceLines } from './source-lines.ts'
import { wordsOf } from './similarity.ts'

/**
 * Whether a file that defines gates only has more than it had, in ways by which nothing is proven otherwise: fixtures
 * that nothing asked for before, sources in a list, targets of new names. Contract: in doubt, no.
 */
export function isPlainGrowth(file: ChangedFile): boolean {
  const { path, before, after, modeChanged } = file
  if (after === null || modeChanged || before === after) return false
  const name = foldedName(path)
  if (name === 'conftest.py') return isPlainConftest(file)
  if (/^\.?(?:pytest|tox)\.ini$/.test(name)) return before !== null && hasMarkersMore(before, after)
  return /^(?:gnu)?makefile$/.test(name) && before !== null && growsPlainly(before, after)
}

/** Whoever collects, reports or puts something into every test is no fixture that one asks for. */
const acting =
  /\bautouse\b|\bpytest_|\bcollect_ignore|\bsys\.|\bos\.(?:environ|_exit)|\bexit\s*\(|\bskip|\bxfail|\bdeselect/

/** The tests that were there are run without it besides. */
function isPlainConftest(file: ChangedFile): boolean {
  if (altersTests(file)) return false
  const code = (text: string | null): readonly string[] =>
    sourceLines(file.path, text ?? '').map((line) => line.code.trimEnd())
  return diffLines(code(file.before), code(file.after)).every(({ added }) =>
    added.every((line) => !acting.test(line)),
  )
}

/** A name with what it means, in a list of names. */
const marker = /^\s+(?!(?:ignore|default|error|once|always|module)\b)[a-z_]\w*(?:\([^)]*\))?: \S.*$/

function hasMarkersMore(before: string, after: string): boolean {
  const old = before.split('\n')
  return diffLines(old, after.split('\n')).every(({ start, removed, added }) => {
    const list = old.slice(0, start).findLast((line) => /^\S/.test(line)) ?? ''
    return removed.length === 0 && /^markers\s*=/.test(list) && added.every((line) => marker.test(line))
  })
}

/** What a list of a makefile may have more of. */
const source = /^[\w./-]+\.(?:o|obj|c|cc|cpp|cxx|s|h|hh|hpp)$/i

function growsPlainly(before: string, after: string): boolean {
  const old = logicalLines(before)
  const now = logicalLines(after)
  const known = new Set(wordsOf(before))
  const ownVersion =
    /^(?:(?:LIB|PROJECT|PACKAGE|SO)_?)?VERSION(?:_(?:MAJOR|MINOR|PATCH))?\s*[:?]?=\s*\d[\w.]*$/
  const isVersion = (line: string, other: string): boolean =>
    ownVersion.test(line) && ownVersion.test(other) && line.split('=')[0] === other.split('=')[0]
  const first = old.findIndex((line) => /^[^\s.#][^=]*:(?!=)/.test(line))
  return diffLines(old, now).every(({ removed, added, start, end }) => {
    const rest = added.slice(removed.length)
    const isGrown = removed.every(
      (line, index) => isLonger(line, added[index] ?? '', known) || isVersion(line, added[index] ?? ''),
    )
    if (!isGrown || rest.length === 0) return isGrown
    // The first target is the one that is made unless told otherwise, and what is indented belongs to the one before.
    return start > first && !(old[end] ?? '').startsWith('\t') && areNewRules(rest, known)
  })
}

function logicalLines(text: string): readonly string[] {
  return text
    .replaceAll(/\\\r?\n\s*/g, ' ')
    .split('\n')
    .map((line) => line.trimEnd())
    .filter((line) => line !== '' && !line.startsWith('#'))
}

/** A list of sources, or of what is no file, that has all it had and more. */
function isLonger(old: string, now: string, known: ReadonlySet<string>): boolean {
  const [, head, list = ''] =
    /^(\w*(?:obj|src|source|header|file|unit)\w*\s*[:+?]?=|\.PHONY\s*:)(.*)$/i.exec(old) ?? []
  if (head === undefined || !now.startsWith(head)) return false
  const words = now.slice(head.length).trim().split(/\s+/)
  let at = 0
  const wanted = list.trim().split(/\s+/)
  const more = words.filter((word) => {
    if (word !== wanted[at]) return true
    at += 1
    return false
  })
  const fits = head.endsWith('=') ? source : /^[\w-]+$/
  return (
    at === wanted.length &&
    more.every((word) => fits.test(word) && !word.includes('..') && isNew(word, known))
  )
}

/** Rules for names that are no files of a build, and that nothing needed before. */
function areNewRules(lines: readonly string[], known: ReadonlySet<string>): boolean {
  if ((lines[0] ?? '').startsWith('\t')) return false
  return lines.every((line) => {
    if (line.startsWith('\t')) return true
    const target = /^([\w-]+)\s*:(?![:=])[\w\s./-]*$/.exec(line)?.[1]
    return target !== undefined && isNew(target, known)
  })
}

function isNew(word: string, known: ReadonlySet<string>): boolean {
  const parts = wordsOf(word.replace(/\.\w+$/, ''))
  return parts.some((part) => !known.has(part)) && !/^(?:all|default|test|check|verify|lint|ci)$/.test(word)
}
