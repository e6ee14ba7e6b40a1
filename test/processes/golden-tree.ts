import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { ProcessEnd } from './process-end.ts'

const GOLDENS = fileURLToPath(new URL('../fixtures/processes/', import.meta.url))

/** The end of a job as files that a person can read: how it ended, what was delivered, and the process's files. */
export function goldenOf({ status, files, delivered }: ProcessEnd): Readonly<Record<string, string>> {
  const own = Object.entries(files).map(([path, text]) => [`files/${harmless(path)}`, text] as const)
  const listing = Object.keys(delivered).map((path) => `${path}\n`)
  return Object.fromEntries([['outcome.txt', `${status}\n`], ['delivered.txt', listing.join('')], ...own])
}

/** Here git must not obey what a process writes for it. */
function harmless(path: string): string {
  return path.replace(/(^|\/)\.git(ignore|attributes)$/, '$1dot-git$2')
}

export async function readGolden(process: string, job: string): Promise<Readonly<Record<string, string>>> {
  const folder = join(GOLDENS, process, job)
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])
  const paths = entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
    .toSorted()
  const texts = await Promise.all(paths.map((path) => readFile(join(folder, path), 'utf8')))
  return Object.fromEntries(paths.map((path, index) => [path, texts[index] ?? '']))
}

/** Puts a new golden in the place of the old one. */
export async function writeGolden(
  process: string,
  job: string,
  tree: Readonly<Record<string, string>>,
): Promise<void> {
  const folder = join(GOLDENS, process, job)
  await rm(folder, { recursive: true, force: true })
  for (const [path, text] of Object.entries(tree)) {
    await mkdir(dirname(join(folder, path)), { recursive: true })
    await writeFile(join(folder, path), text)
  }
}
