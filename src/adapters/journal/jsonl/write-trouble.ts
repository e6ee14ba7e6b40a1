import { RunFailure } from '../../../kernel/failure.ts'

const reasons: Readonly<Record<string, string>> = {
  ENOSPC: 'the disk is full; free some space',
  EDQUOT: 'the disk quota is used up; free some space',
  EFBIG: 'it reached the largest file size allowed here; raise that limit',
  EIO: 'the disk reported an error; check it',
  EROFS: 'its file system is read-only; make it writable',
  EACCES: 'permission was denied; let this user read and write it',
  EPERM: 'permission was denied; let this user read and write it',
  EISDIR: 'it is a folder; move that away',
  EMFILE: 'too many files are open; raise that limit',
}

/** What to throw when the disk refuses us: everything recorded before is safe, so the run can be resumed. */
export function writeTrouble(file: string, error: unknown): RunFailure {
  if (error instanceof RunFailure) return error
  const code = error instanceof Error && 'code' in error ? String(error.code) : null
  const text = error instanceof Error ? error.message : String(error)
  const reason = (code === null ? undefined : reasons[code]) ?? `${text}; put that right`
  return new RunFailure(
    { code: 'journal-unwritable', message: `${file} cannot be used: ${reason}, then try again.` },
    { cause: error },
  )
}
