import { RunFailure } from '../../../kernel/failure.ts'
import { machineTrouble } from '../../../kernel/machine-trouble.ts'

/** What to throw when the disk refuses us: everything recorded before is safe, so the run can be resumed. */
export function writeTrouble(file: string, error: unknown): RunFailure {
  if (error instanceof RunFailure) return error
  const isFolder = error instanceof Error && 'code' in error && error.code === 'EISDIR'
  const text = error instanceof Error ? error.message : String(error)
  const reason =
    machineTrouble(error) ?? (isFolder ? 'it is a folder; move that away' : `${text}; put that right`)
  return new RunFailure(
    { code: 'journal-unwritable', message: `${file} cannot be used: ${reason}, then try again.` },
    { cause: error },
  )
}
