/** Sources of one process, by path. */
export type Sources = ReadonlyMap<string, string>

/** Lines that say something: without blank lines, comments and imports. */
export function codeLines(source: string): readonly string[] {
  return source
    .replaceAll(/^import [\s\S]*?from '[^']+'$/gm, '')
    .replaceAll(/\/\*[\s\S]*?\*\//g, '')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('//'))
}

export function countLines(sources: Sources): number {
  return [...sources.values()].reduce((sum, source) => sum + codeLines(source).length, 0)
}

/** Places at which so many lines in a row stand in the sources of more than one process. */
export function findShared(
  processes: Readonly<Record<string, Sources>>,
  windowLines: number,
): readonly string[] {
  const seen = new Map<string, { readonly name: string; readonly path: string }>()
  const shared = new Set<string>()
  for (const [name, sources] of Object.entries(processes)) {
    for (const [path, source] of sources) {
      const lines = codeLines(source)
      for (let start = 0; start + windowLines <= lines.length; start += 1) {
        const text = lines.slice(start, start + windowLines).join('\n')
        const first = seen.get(text)
        if (first === undefined) seen.set(text, { name, path })
        else if (first.name !== name) shared.add(`${first.path} and ${path}: ${lines[start]}`)
      }
    }
  }
  return [...shared]
}
