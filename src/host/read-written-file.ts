import { readFile } from 'node:fs/promises'
import { RunFailure } from '../kernel/failure.ts'

/** The text of a file that a person wrote; `null` where there is none. Throws `bad-input` when it cannot be read. */
export async function readWrittenFile(file: string, shown: string): Promise<string | null> {
  try {
    return await readFile(file, 'utf8')
  } catch (cause) {
    if (isMissing(cause)) return null
    const message = `${shown} cannot be read: ${whyUnreadable(cause)}.`
    throw new RunFailure({ code: 'bad-input', message, where: shown }, { cause })
  }
}

export function isMissing(error: unknown): boolean {
  const code = codeOf(error)
  return code === 'ENOENT' || code === 'ENOTDIR'
}

function whyUnreadable(error: unknown): string {
  switch (codeOf(error)) {
    case 'EACCES':
    case 'EPERM':
      return 'permission was denied; let this user read it'
    case 'EISDIR':
      return 'it is a folder; move it away'
    default:
      return error instanceof Error ? error.message : String(error)
  }
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : null
}
