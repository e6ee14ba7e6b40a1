import { wordsOf } from './similarity.ts'

/** Names that a test file has from files of the repository. */
export function importedNames(text: string): ReadonlySet<string> {
  const lists = [
    ...text.matchAll(/^[ \t]*import\s+(?!type\b)([\w$*{},\s]{1,2000}?)\s+from\s+["']\.{1,2}\//gm),
    ...text.matchAll(
      /^[ \t]*(?:const|let|var)\s+([^=\n]{1,500}?)\s*=\s*(?:await\s+import|require)\s*\(\s*["']\.{1,2}\//gm,
    ),
    ...text.matchAll(
      /^[ \t]*from\s+(?!(?:unittest|pytest|typing|collections|dataclasses)\b)[\w.]+\s+import\s+\(?([^)]{0,2000}\)|[^)\n]{0,500})/gm,
    ),
  ]
  return new Set(
    lists.flatMap(([, list = '']) => wordsOf(list)).filter((word) => !/^(?:as|type|default)$/.test(word)),
  )
}

/** Whether a line puts something else under a name that the file has imported. */
export function hidesImport(line: string, names: ReadonlySet<string>): boolean {
  const declared =
    /^\s*(?:export\s+)?(?:const|let|var|function\*?|async\s+function|class|def)\s+([\w$]+)\s*[=(:{<]/.exec(
      line,
    )?.[1] ?? /^\s*([\w$]+)\s*=(?![=>])/.exec(line)?.[1]
  if (declared === undefined || !names.has(declared)) return false
  return !/=\s*(?:await\s+import|require)\s*\(/.test(line)
}

/** A name that a file declares itself, as a parameter of its tests or a helper of its own. */
const declaration =
  /(?:^|[\s;{}(])(?:const|let|var|function\*?|def|class|fn|func|val|auto|int|double|String|bool)\s+([\p{L}_$][\p{L}\p{N}_$]*)/gu

/** Gives a line the new names of what the file declares, where nothing but those names has changed. */
export function renamedIn(before: string, after: string): (line: string) => string {
  const old = declaredIn(before)
  const now = declaredIn(after)
  const gone = [...old].filter((name) => !now.has(name) && !hasWord(after, name))
  const come = [...now].filter((name) => !old.has(name) && !hasWord(before, name))
  if (gone.length === 0 || gone.length !== come.length || gone.length > 20) return (line) => line
  // In the order of their declarations, which a rename does not change.
  const names = new Map(gone.map((name, index) => [name, come[index] ?? name]))
  return (line) => line.replaceAll(/[\p{L}_$][\p{L}\p{N}_$]*/gu, (word) => names.get(word) ?? word)
}

function declaredIn(text: string): ReadonlySet<string> {
  const names = [...text.matchAll(declaration)].flatMap(([, name]) => name ?? [])
  return new Set(names.filter((name) => !/^(?:test|fuzz)/i.test(name)))
}

function hasWord(text: string, word: string): boolean {
  return new Set(text.match(/[\p{L}_$][\p{L}\p{N}_$]*/gu)).has(word)
}
