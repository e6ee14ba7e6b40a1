import { lstat, readdir, readFile, realpath, stat } from 'node:fs/promises'
import { basename, join, relative, resolve, sep } from 'node:path'
import { RunFailure } from '../kernel/failure.ts'
import type { NamedFiles } from '../records/whose-files.ts'

const MOST_FILES = 500
const MOST_BYTES = 10_485_760
/** Nothing that a process wrote for people is in these. */
const LEFT_OUT: ReadonlySet<string> = new Set(['.git', 'node_modules'])

/**
 * The text of a file, or of all files of a folder, by their paths in it. What is no text is left out of a folder.
 * Throws `bad-input` for what is not there, cannot be read, leads out of the folder or is more than anybody reads.
 */
export async function readGivenFiles(named: string, cwd: string): Promise<NamedFiles> {
  if (named.trim() === '') throw refuse(named, '--from needs the path of a file or folder.')
  try {
    const root = await realpath(resolve(cwd, named))
    return (await stat(root)).isDirectory() ? await readFolder(named, root) : await readOne(named, root)
  } catch (cause) {
    if (cause instanceof RunFailure) throw cause
    throw refuse(named, whyUnreadable(named, cause), cause)
  }
}

async function readOne(named: string, file: string): Promise<NamedFiles> {
  const found = await stat(file)
  if (!found.isFile()) throw refuse(named, `${named} is neither a file nor a folder; name one of those.`)
  if (found.size > MOST_BYTES)
    throw refuse(named, `${named} is larger than 10 MB; give what is needed of it.`)
  const text = textOf(await readFile(file))
  if (text === null) throw refuse(named, `${named} is not UTF-8 text; save it as UTF-8.`)
  return { path: named, files: [{ path: basename(file), text }] }
}

async function readFolder(named: string, root: string): Promise<NamedFiles> {
  const paths = await listFiles(named, root, '')
  if (paths.length > MOST_FILES) {
    const message = `${named} holds more than ${MOST_FILES} files; name the folder that the process wrote.`
    throw refuse(named, message)
  }
  const files: { path: string; text: string }[] = []
  let left = MOST_BYTES
  for (const path of paths.toSorted()) {
    const bytes = await readFile(join(root, path)).catch((cause: unknown) => {
      throw refuse(named, whyUnreadable(join(named, path), cause), cause)
    })
    left -= bytes.length
    if (left < 0) {
      throw refuse(named, `${named} holds more than 10 MB; name the folder that the process wrote.`)
    }
    const text = textOf(bytes)
    if (text !== null) files.push({ path: path.split(sep).join('/'), text })
  }
  return { path: named, files }
}

/** All files below a folder; of links only those to files that stay inside. */
async function listFiles(named: string, root: string, folder: string): Promise<readonly string[]> {
  const found: string[] = []
  for (const entry of await readdir(join(root, folder), { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) {
      if (!LEFT_OUT.has(entry.name)) found.push(...(await listFiles(named, root, path)))
    } else if (entry.isSymbolicLink()) {
      if (await isFileInside(named, root, path)) found.push(path)
    } else if (entry.isFile()) found.push(path)
    if (found.length > MOST_FILES) break
  }
  return found
}

async function isFileInside(named: string, root: string, path: string): Promise<boolean> {
  const real = await realpath(join(root, path)).catch(() => null)
  if (real === null) return false
  const way = relative(root, real)
  if (way === '..' || way.startsWith(`..${sep}`)) {
    throw refuse(named, `${join(named, path)} leads out of ${named}; put the file itself there.`)
  }
  return (await lstat(real)).isFile()
}

/** Without the mark that some editors put first, which is no part of what was written. */
function textOf(bytes: Buffer): string | null {
  const text = bytes.toString('utf8').replace(/^\uFEFF/, '')
  return /[\0\uFFFD]/.test(text) ? null : text
}

function whyUnreadable(named: string, error: unknown): string {
  switch (error instanceof Error && 'code' in error ? error.code : null) {
    case 'ENOENT':
    case 'ENOTDIR':
      return `There is no file or folder ${named}; name what the process wrote.`
    case 'EACCES':
    case 'EPERM':
      return `${named} cannot be read: permission was denied; let this user read it.`
    case 'ELOOP':
      return `${named} is a link that leads to itself; name the files.`
    default:
      return `${named} cannot be read: ${error instanceof Error ? error.message : String(error)}.`
  }
}

function refuse(where: string, message: string, cause?: unknown): RunFailure {
  return new RunFailure({ code: 'bad-input', message, where }, { cause })
}
