import { RunFailure } from '../kernel/failure.ts'
import type { GivenFiles } from './given-files.ts'
import type { KnownImporter } from './importers.ts'

/** What a person gave, before it is known whose it is. */
export type NamedFiles = Pick<GivenFiles, 'path' | 'files'>

/** Files that a run can go on with, and what they are about. */
export interface FoundFiles {
  readonly kind: 'found'
  readonly given: GivenFiles
  readonly objective: string
}

/** Several jobs of one process, any of which could be gone on with: only a person knows which. */
export interface SeveralJobs {
  readonly kind: 'several'
  /** Their folders, as a person would name them. */
  readonly paths: readonly string[]
}

/**
 * Finds out which process wrote the files. One job among others that are over is gone on with alone. Throws
 * `bad-input` with what to do where nothing is recognised, where they are of several processes, or where `wanted`
 * is a process that did not write them.
 */
export function whoseFiles(
  named: NamedFiles,
  wanted: string | null,
  importers: readonly KnownImporter[],
): FoundFiles | SeveralJobs {
  if (named.files.length === 0) {
    throw refuse(named, `${named.path} holds no text; name the files to go on with.`)
  }
  const owners = importers.filter(({ importer }) => importer.recognises(named))
  const known = owners.find((each) => each.process === wanted) ?? (wanted === null ? owners[0] : undefined)
  if (known === undefined) throw refuse(named, whyNobody(named, wanted, owners, importers))
  if (wanted === null && owners.length > 1) {
    const both = owners.map((each) => each.process).join(' and ')
    const message = `${named.path} holds files of ${both}; name the folder of one of them, or say which with --playbook.`
    throw refuse(named, message)
  }
  const jobs = jobsIn(named, known)
  const open = jobs.length < 2 ? jobs : jobs.filter((folder) => canGoOn(within(named, folder), known))
  if (open.length > 1) return { kind: 'several', paths: open.map((folder) => join(named.path, folder)) }
  const files = withoutOthers(named, jobs, open)
  const given = { process: known.process, path: named.path, files: [...files] }
  return { kind: 'found', given, objective: known.importer.objectiveOf(given) }
}

function whyNobody(
  { path }: NamedFiles,
  wanted: string | null,
  owners: readonly KnownImporter[],
  importers: readonly KnownImporter[],
): string {
  const [owner] = owners
  if (owner !== undefined) {
    return `${path} was written by ${owner.process}, and --playbook says ${wanted}; leave --playbook out, or give files that ${wanted} wrote.`
  }
  const isKnown = importers.some((each) => each.process === wanted)
  const asked = importers.filter((each) => !isKnown || each.process === wanted)
  const known = asked.map((each) => `${each.process}: ${each.reads}`).join('; ')
  return `${path} holds nothing that a run can go on with; name one of these. ${known}.`
}

/** The files without those of jobs that are over, where one is not. */
function withoutOthers(
  { files }: NamedFiles,
  jobs: readonly string[],
  open: readonly string[],
): GivenFiles['files'] {
  const others = jobs.filter((folder) => !open.includes(folder))
  // Nothing is left of any of them: what the process says of the first is as good as of the others.
  const left = open.length === 0 ? others.slice(1) : others
  return files.filter(({ path }) => !left.some((folder) => path.startsWith(`${folder}/`)))
}

/** The innermost folders that the process recognises, each a job of its own. */
function jobsIn(named: NamedFiles, { importer }: KnownImporter): readonly string[] {
  const folders = new Set(named.files.flatMap(({ path }) => foldersOf(path)))
  const recognised = [...folders].filter((folder) => importer.recognises(within(named, folder))).toSorted()
  return recognised.filter((folder) => !recognised.some((other) => other.startsWith(`${folder}/`)))
}

function canGoOn(job: NamedFiles, { importer }: KnownImporter): boolean {
  try {
    importer.objectiveOf(job)
    return true
  } catch (thrown) {
    if (thrown instanceof RunFailure && thrown.code === 'bad-input') return false
    throw thrown
  }
}

function within({ path, files }: NamedFiles, folder: string): NamedFiles {
  const inside = files.filter((file) => file.path.startsWith(`${folder}/`))
  return {
    path: join(path, folder),
    files: inside.map((file) => ({ ...file, path: file.path.slice(folder.length + 1) })),
  }
}

function foldersOf(path: string): readonly string[] {
  const parts = path.split('/').slice(0, -1)
  return parts.map((_, index) => parts.slice(0, index + 1).join('/'))
}

function join(path: string, folder: string): string {
  return `${path.replace(/\/+$/, '')}/${folder}`
}

function refuse({ path }: NamedFiles, message: string): RunFailure {
  return new RunFailure({ code: 'bad-input', message, where: path })
}
