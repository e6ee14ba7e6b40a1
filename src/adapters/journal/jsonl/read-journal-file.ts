import { RunFailure } from '../../../kernel/failure.ts'
import type { Seal } from '../../../kernel/ports/seal.ts'
import type { DecodedJournal } from './decode-journal.ts'
import { decodeJournal } from './decode-journal.ts'
import { openRegular } from '../../places/open-regular.ts'
import { writeTrouble } from './write-trouble.ts'

/**
 * A journal as it is now, for looking only: takes no lock and changes nothing. A line that a live writer has
 * only half written is not there yet, and counts as `tornBytes`.
 */
export async function readJournalFile(file: string, seal: Seal | null): Promise<DecodedJournal> {
  return decodeLive(file, seal, () => readJournalBytes(file))
}

/** Looks twice before it calls a line corrupt: its writer may have been cutting and replacing a torn tail. */
export async function decodeLive(
  file: string,
  seal: Seal | null,
  read: () => Promise<Buffer>,
): Promise<DecodedJournal> {
  try {
    return decodeJournal(await read(), file, seal)
  } catch (error) {
    if (error instanceof RunFailure && error.code === 'journal-corrupt')
      return decodeJournal(await read(), file, seal)
    throw error
  }
}

/** Of a run that there is; a folder, a pipe or a link in its place is none. */
export async function readJournalBytes(file: string): Promise<Buffer> {
  try {
    const handle = await openRegular(file)
    try {
      return await handle.readFile()
    } finally {
      await handle.close()
    }
  } catch (error) {
    throw openingTrouble(file, error)
  }
}

/** Why a journal cannot be opened. */
export function openingTrouble(file: string, error: unknown): RunFailure {
  if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT'))
    return writeTrouble(file, error)
  const message = `There is no journal ${file}; list the runs that there are.`
  return new RunFailure({ code: 'run-unknown', message }, { cause: error })
}
