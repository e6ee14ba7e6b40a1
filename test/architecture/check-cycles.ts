import { findImports } from './find-imports.ts'
import { resolveImport } from './source-files.ts'
import type { SourceFiles } from './source-files.ts'

/** Every way on which a file imports itself in the end, by types or values, each told once. */
export function checkCycles(files: SourceFiles): readonly string[] {
  const cycles: string[] = []
  const finished = new Set<string>()
  const trail: string[] = []
  const visit = (path: string): void => {
    const start = trail.indexOf(path)
    if (start !== -1) cycles.push(`a cycle: ${[...trail.slice(start), path].join(' → ')}`)
    if (start !== -1 || finished.has(path)) return
    trail.push(path)
    for (const target of importedFiles(path, files)) visit(target)
    trail.pop()
    finished.add(path)
  }
  for (const path of files.keys()) visit(path)
  return cycles
}

function importedFiles(path: string, files: SourceFiles): readonly string[] {
  return findImports(files.get(path) ?? '')
    .map(({ specifier }) => (specifier?.startsWith('.') ? resolveImport(path, specifier) : ''))
    .filter((target) => files.has(target))
}
