import { readFile, readdir } from 'node:fs/promises'
import { join, posix, relative, sep } from 'node:path'

/** Sources by their path from the root of the project, with forward slashes. */
export type SourceFiles = ReadonlyMap<string, string>

const folders = ['src', 'test', 'bench']

export async function readSourceFiles(root: string): Promise<SourceFiles> {
  const files = new Map<string, string>()
  for (const folder of folders) {
    for (const path of await listSources(join(root, folder))) {
      files.set(relative(root, path).split(sep).join('/'), await readFile(path, 'utf8'))
    }
  }
  return files
}

async function listSources(folder: string): Promise<readonly string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])
  return entries
    .filter((entry) => entry.isFile() && /\.[cm]?[jt]sx?$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .toSorted()
}

/** The file that a relative import names, seen from the root of the project. */
export function resolveImport(importer: string, specifier: string): string {
  return posix.join(posix.dirname(importer), specifier)
}

export function isTest(path: string): boolean {
  return path.endsWith('.test.ts') || path.endsWith('.test.tsx')
}

/** What the rooms table speaks about: everything in `src` but its tests. */
export function listRoomFiles(files: SourceFiles): readonly (readonly [path: string, source: string])[] {
  return [...files].filter(([path]) => path.startsWith('src/') && !isTest(path))
}
