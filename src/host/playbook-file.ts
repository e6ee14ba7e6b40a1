import { createHash } from 'node:crypto'
import { readFile, stat } from 'node:fs/promises'
import { isAbsolute, join, relative, resolve } from 'node:path'
import { RunFailure } from '../kernel/failure.ts'
import { builtInPlaybooks } from '../playbooks/built-in-playbooks.ts'

/** A team's playbook before any of it was run: whoever asks for trust asks for this. */
export interface PlaybookFile {
  readonly path: string
  /** As people and the journal name it: from the root of the repository where it lies inside. */
  readonly file: string
  readonly sha256: string
}

const FOLDER = '.tutti/playbooks'

/** Reads the file that a person named by its path, or by its bare name in `.tutti/playbooks`. */
export async function findPlaybookFile(named: string, cwd: string, root: string): Promise<PlaybookFile> {
  if (named.trim() === '') {
    throw new RunFailure({ code: 'bad-input', message: '--playbook needs a name or the path of a file.' })
  }
  if (/[/\\]|\.[cm]?[jt]s$/.test(named)) return readPlaybookFile(resolve(cwd, named), root)
  const path = join(root, FOLDER, `${named}.ts`)
  if (await isThere(path)) return readPlaybookFile(path, root)
  const names = builtInPlaybooks.map(({ playbook }) => playbook.name).join(', ')
  const message = `There is no playbook "${named}": built in are ${names}; ${FOLDER}/${named}.ts is not there, and any other file is named with its path, such as ./${named}.ts.`
  throw new RunFailure({ code: 'bad-input', message })
}

/** Reads the file that a run was started with. */
export async function readPlaybookFile(path: string, root: string): Promise<PlaybookFile> {
  const file = nameIn(root, path)
  try {
    return {
      path,
      file,
      sha256: createHash('sha256')
        .update(await readFile(path))
        .digest('hex'),
    }
  } catch (cause) {
    throw new RunFailure({ code: 'bad-input', message: whyUnreadable(file, cause), where: file }, { cause })
  }
}

/** The path of a file as a message should name it. */
export function nameIn(root: string, path: string): string {
  const inside = relative(root, path)
  return inside === '' || inside.startsWith('..') || isAbsolute(inside) ? path : inside
}

async function isThere(path: string): Promise<boolean> {
  return stat(path).then(
    (found) => found.isFile(),
    () => false,
  )
}

function whyUnreadable(file: string, error: unknown): string {
  switch (error instanceof Error && 'code' in error ? error.code : null) {
    case 'ENOENT':
    case 'ENOTDIR':
      return `There is no playbook ${file}; write one with tutti init --playbook, or name another file.`
    case 'EISDIR':
      return `${file} is a folder; name the file of a playbook.`
    case 'EACCES':
    case 'EPERM':
      return `${file} cannot be read: permission was denied; let this user read it.`
    default:
      return `${file} cannot be read: ${error instanceof Error ? error.message : String(error)}.`
  }
}
