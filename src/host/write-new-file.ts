import { mkdir, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { RunFailure } from '../kernel/failure.ts'

/** Writes a file for its user to edit; one that is there already is replaced only when that is wanted. */
export async function writeNewFile(file: string, text: string, replace: boolean): Promise<void> {
  try {
    await mkdir(dirname(file), { recursive: true })
    await writeFile(file, text, { flag: replace ? 'w' : 'wx' })
  } catch (cause) {
    if (cause instanceof Error && 'code' in cause && cause.code === 'EEXIST') {
      const message = `${file} is there already; edit it, or replace it with --force.`
      throw new RunFailure({ code: 'bad-input', message }, { cause })
    }
    const reason = cause instanceof Error ? cause.message : String(cause)
    const message = `${file} cannot be written (${reason}); make room for it there, or let this user write it.`
    throw new RunFailure({ code: 'workspace-failed', message }, { cause })
  }
}
