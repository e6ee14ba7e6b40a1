import { stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { RunFailure } from '../kernel/failure.ts'
import { findBuiltIn } from '../playbooks/built-in-playbooks.ts'
import type { GivenFiles } from '../records/given-files.ts'
import { importers } from '../records/importers.ts'
import type { FoundFiles, SeveralJobs } from '../records/whose-files.ts'
import { whoseFiles } from '../records/whose-files.ts'
import { readGivenFiles } from './read-given-files.ts'

/** The files that a person names to go on with, and the process that wrote them; or the jobs that they are of. */
export async function findGiven(
  named: string,
  cwd: string,
  playbook: string | undefined,
): Promise<FoundFiles | SeveralJobs> {
  if (playbook !== undefined && !importers.some(({ process }) => process === playbook)) {
    const what = findBuiltIn(playbook) === null ? 'a playbook of your own' : playbook
    const those = importers.map(({ process }) => process).join(', ')
    const message = `--from goes on with files of ${those}, and not with ${what}; leave --playbook out, or name one of them.`
    throw new RunFailure({ code: 'bad-input', message })
  }
  return whoseFiles(await readGivenFiles(named, cwd), playbook ?? null, importers)
}

/** The files among those given that say what programs a run is to start: nobody runs them without trusting them. */
export async function programsGiven(given: GivenFiles, cwd: string): Promise<readonly string[]> {
  const { importer } = importers.find(({ process }) => process === given.process) ?? {}
  const paths = importer?.programsIn?.(given) ?? []
  if (paths.length === 0) return []
  const place = resolve(cwd, given.path)
  const isFolder = (await stat(place)).isDirectory()
  return paths.map((path) => (isFolder ? join(place, path) : place))
}
