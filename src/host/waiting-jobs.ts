import { readdir } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { findRepository } from '../adapters/git/find-repository.ts'
import { RunFailure } from '../kernel/failure.ts'
import { importers } from '../records/importers.ts'
import { whoseFiles } from '../records/whose-files.ts'
import type { Environment } from './locations.ts'
import { readGivenFiles } from './read-given-files.ts'

/**
 * The jobs of a process that were left in the checkout and can be gone on with, by their folders as seen from here.
 * Contract: what is over or cannot be read is none of them; a process that keeps its jobs nowhere has none.
 */
export async function waitingJobs(
  playbook: string,
  cwd: string,
  environment: Environment,
): Promise<readonly string[]> {
  const { home } = importers.find(({ process }) => process === playbook)?.importer ?? {}
  if (home === undefined) return []
  const { root } = await findRepository(cwd, environment)
  const folder = join(root, home)
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => [])
  const names = entries.flatMap((entry) => (entry.isDirectory() ? [entry.name] : [])).toSorted()
  const paths = names.map((name) => relative(cwd, join(folder, name)))
  const waiting = await Promise.all(paths.map((path) => isWaiting(path, cwd, playbook)))
  return paths.filter((_, index) => waiting[index])
}

async function isWaiting(path: string, cwd: string, playbook: string): Promise<boolean> {
  try {
    return whoseFiles(await readGivenFiles(path, cwd), playbook, importers).kind === 'found'
  } catch (thrown) {
    if (thrown instanceof RunFailure && thrown.code === 'bad-input') return false
    throw thrown
  }
}
