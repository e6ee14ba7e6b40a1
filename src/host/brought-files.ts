import { lstat, readFile, readdir, realpath } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import { RunFailure } from '../kernel/failure.ts'
import { isMissing } from './read-written-file.ts'

/** A file of a repository that has a say in what Tutti does there. */
export interface BroughtFile {
  /** By its path in the repository, with `/`. */
  readonly path: string
  readonly bytes: Buffer
}

/** Folders that roles are read from, the one that counts first at the top. */
export const ROLE_FOLDERS = [
  { folder: '.tutti/roles', ending: '.md' },
  { folder: '.github/agents', ending: '.agent.md' },
  { folder: '.claude/agents', ending: '.md' },
  { folder: '.opencode/agent', ending: '.md' },
] as const

/** What runs leave for later ones: it is read, and never played. */
const WISDOM = '.tutti/wisdom'
const MOST_FILES = 500
const MOST_BYTES = 4_194_304

/**
 * What the checkout brings that must be trusted before it is used, by path: tutti.yaml, `.tutti/`, role files, and
 * further files by their paths in the repository. The files of the checkout and not of a commit, because it is
 * those that are read. Throws `bad-input` for what leads out of the repository or is more than anybody looks at.
 */
export async function readBroughtFiles(
  root: string,
  more: readonly string[] = [],
): Promise<readonly BroughtFile[]> {
  const roles = await Promise.all(
    ROLE_FOLDERS.map(async ({ folder, ending }) =>
      (await list(root, folder)).filter((path) => path.endsWith(ending) && isDirectly(path, folder)),
    ),
  )
  const own = (await list(root, '.tutti')).filter((path) => !path.startsWith(`${WISDOM}/`))
  const paths = [...new Set(['tutti.yaml', ...own, ...roles.flat(), ...more])].toSorted()
  if (paths.length > MOST_FILES)
    throw refuse('.tutti', `holds more than ${MOST_FILES} files; remove what Tutti does not use`)
  const files = await Promise.all(paths.map((path) => read(root, path)))
  return files.flatMap((file) => (file === null ? [] : [file]))
}

/** The path of a file in the repository; `null` for one outside. */
export function pathInRepository(root: string, file: string): string | null {
  const path = relative(root, file).split(sep).join('/')
  return path === '' || path.startsWith('../') || path === '..' || path.startsWith('/') ? null : path
}

async function read(root: string, path: string): Promise<BroughtFile | null> {
  const file = join(root, path)
  try {
    const real = await realpath(file)
    if (pathInRepository(root, real) === null)
      throw refuse(path, 'leads out of the repository; put the file itself there')
    const found = await lstat(real)
    if (found.isDirectory() && ROLE_FOLDERS.some(({ folder }) => folder === path)) return null
    if (!found.isFile()) throw refuse(path, 'is no file; put the files themselves there')
    if (found.size > MOST_BYTES) throw refuse(path, 'is larger than 4 MB; remove it')
    return { path, bytes: await readFile(real) }
  } catch (cause) {
    if (cause instanceof RunFailure) throw cause
    if (isMissing(cause)) return null
    throw refuse(path, `cannot be read: ${cause instanceof Error ? cause.message : String(cause)}`, cause)
  }
}

/** All files below a folder, links and all; folders are not followed out of the repository. */
async function list(root: string, folder: string): Promise<readonly string[]> {
  try {
    const real = await realpath(join(root, folder))
    if (pathInRepository(root, real) === null)
      throw refuse(folder, 'leads out of the repository; put the files themselves there')
    const entries = await readdir(real, { recursive: true, withFileTypes: true })
    return entries.flatMap((entry) => {
      const path = pathInRepository(real, join(entry.parentPath, entry.name))
      return entry.isDirectory() || path === null ? [] : [`${folder}/${path}`]
    })
  } catch (cause) {
    if (cause instanceof RunFailure) throw cause
    if (isMissing(cause)) return []
    throw refuse(folder, `cannot be read: ${cause instanceof Error ? cause.message : String(cause)}`, cause)
  }
}

function isDirectly(path: string, folder: string): boolean {
  return !path.slice(folder.length + 1).includes('/')
}

function refuse(path: string, problem: string, cause?: unknown): RunFailure {
  return new RunFailure({ code: 'bad-input', message: `${path} ${problem}.`, where: path }, { cause })
}
