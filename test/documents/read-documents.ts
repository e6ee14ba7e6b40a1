import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** Every Markdown document of the project, by its path from the root. */
export async function readDocuments(root: string): Promise<ReadonlyMap<string, string>> {
  const top = await readdir(root)
  const below = await readdir(join(root, 'docs'), { recursive: true })
  const paths = [...top, ...below.map((path) => `docs/${path}`)].filter((path) => path.endsWith('.md'))
  return new Map(
    await Promise.all(
      paths.toSorted().map(async (path) => [path, await readFile(join(root, path), 'utf8')] as const),
    ),
  )
}
