import type { ChangedFile } from '../../kernel/ports/repository.ts'
import { resolveFrom } from './named-files.ts'
import { moveFinder } from './similarity.ts'

/** Where a file of the base is now, by what it holds; `null`: nowhere else. */
export type MovedTo = (path: string) => string | null

type TestText = { readonly path: string; readonly text: string }

export function movedFinder(files: readonly ChangedFile[]): MovedTo {
  const added = files.flatMap(({ path, kind, after }) =>
    kind === 'added' && after !== null ? [{ path, text: after }] : [],
  )
  const find = moveFinder(added)
  return (path) => {
    const gone = files.find(
      (file) => file.kind === 'deleted' && withoutEnding(file.path) === withoutEnding(path),
    )
    return gone === undefined || gone.before === null ? null : (find(gone.before, new Set())?.path ?? null)
  }
}

/**
 * The line from which on a test has a name from another place than before: another module under test, another
 * runner, other assertions. A module that was moved is the same one.
 */
export function changedSource(old: TestText, now: TestText, movedTo: MovedTo): string | null {
  const before = sourcesOf(old.text)
  for (const [name, { source, line }] of sourcesOf(now.text)) {
    const known = before.get(name)
    if (known === undefined || known.source === source || isTool(source)) continue
    const wanted = placeOf(old.path, known.source)
    const place = placeOf(now.path, source)
    if (place === wanted) continue
    const moved = movedTo(wanted)
    if (moved !== null && withoutEnding(moved) === place) continue
    return line.trim()
  }
  return null
}

const imported =
  /^(\s*(?:import\b.*\bfrom\s+|(?:const|let|var)\s+[\w{}\s,$:]+=\s*(?:await\s+import|require)\s*\(\s*)["'])([^"']+)(["'].*)$|^(\s*from\s+)([\w.]+)(\s+import\b.*)$/

/** Whether lines of a test differ only in that they import what was moved from where it is now. */
export function onlyFollowsMoves(
  path: string,
  removed: readonly string[],
  added: readonly string[],
  movedTo: MovedTo,
): boolean {
  if (removed.length !== added.length) return false
  return removed.every((line, index) => {
    const old = partsOf(line)
    const now = partsOf(added[index] ?? '')
    if (old === null || now === null || old.around !== now.around) return false
    if (old.source === now.source) return true
    const moved = movedTo(placeOf(path, old.source))
    return moved !== null && withoutEnding(moved) === placeOf(path, now.source)
  })
}

function partsOf(line: string): { readonly around: string; readonly source: string } | null {
  const found = imported.exec(line)
  if (found === null) return null
  const [, head = '', source = '', tail = '', from = '', module = '', names = ''] = found
  return { around: `${head}${from}\0${tail}${names}`, source: source + module }
}

/** Test tools of other names do the same. */
function isTool(source: string): boolean {
  return /^(?:node:)?(?:assert(?:\/strict)?|test)$|^(?:vitest|@jest\/globals|chai|expect|mocha|ava|tap|tape|bun:test|@std\/\w+|jsr:.*|unittest(?:\.mock)?|pytest)$/.test(
    source,
  )
}

function placeOf(path: string, source: string): string {
  if (source.startsWith('.') && source.includes('/'))
    return withoutEnding(resolveFrom(path, source) ?? source)
  return source.includes('/') ? source : source.replaceAll('.', '/')
}

function withoutEnding(path: string): string {
  return path.replace(/\.\w+$/, '').replace(/\/(?:index|__init__)$/, '')
}

type Source = { readonly source: string; readonly line: string }

/** Imported names with where they come from, in JavaScript and Python. */
function sourcesOf(text: string): ReadonlyMap<string, Source> {
  const found = new Map<string, Source>()
  const js =
    /^[ \t]*(?:import\s+(?!type\b)([\w$*{},\s]{1,2000}?)\s+from\s+|(?:const|let|var)\s+([\w$]+|\{[^}]{0,2000}\})\s*=\s*(?:await\s+)?(?:import|require)\s*\(\s*)["']([^"'\n]+)["']/gm
  for (const [line, imported = '', required = '', source = ''] of text.matchAll(js)) {
    for (const name of namesOf(imported || required, /\bas\b|:/))
      found.set(name, { source, line: lastLine(line) })
  }
  const python = /^[ \t]*from\s+([\w.]+)\s+import\s+(?:\(([^)]{0,2000})\)|(.{1,500}))$/gm
  for (const [line, source = '', many = '', few = ''] of text.matchAll(python)) {
    for (const name of namesOf(many || few, /\bas\b/)) found.set(name, { source, line: lastLine(line) })
  }
  return found
}

/** The names by which a file knows what it imports. */
function namesOf(list: string, renamed: RegExp): readonly string[] {
  return list
    .replaceAll(/[{}]/g, ',')
    .split(',')
    .map(
      (each) =>
        each
          .split(renamed)
          .at(-1)
          ?.replace(/^\s*\*/, '')
          .trim() ?? '',
    )
    .filter((name) => /^[\w$]+$/.test(name))
}

function lastLine(line: string): string {
  return line.trim().split('\n').at(-1) ?? line
}
