import { RunFailure } from '../../../kernel/failure.ts'
import type { Seal } from '../../../kernel/ports/seal.ts'
import type { DecodedJournal } from './decode-journal.ts'
import { decodeJournal } from './decode-journal.ts'
import type { JournalMark } from './journal-mark.ts'
import { journalMark } from './journal-mark.ts'
import { closeAfter } from '../../places/folder-handle.ts'
import { openRegular } from '../../places/open-regular.ts'
import { writeTrouble } from './write-trouble.ts'

/** The bytes of a journal, and by what they are known again. */
export interface JournalBytes {
  readonly bytes: Buffer
  /** `null` where it was changed while it was read. */
  readonly mark: JournalMark | null
}

export interface ReadJournal extends DecodedJournal, Pick<JournalBytes, 'mark'> {}

/**
 * A journal as it is now, for looking only: takes no lock and changes nothing. A line that a live writer has
 * only half written is not there yet, and counts as `tornBytes`.
 */
export async function readJournalFile(file: string, seal: Seal | null): Promise<ReadJournal> {
  return decodeLive(file, seal, () => readJournalBytes(file))
}

/** Looks twice before it calls a line corrupt: its writer may have been cutting and replacing a torn tail. */
export async function decodeLive(
  file: string,
  seal: Seal | null,
  read: () => Promise<JournalBytes>,
): Promise<ReadJournal> {
  const look = async (): Promise<ReadJournal> => {
    const { bytes, mark } = await read()
    return { ...decodeJournal(bytes, file, seal), mark }
  }
  try {
    return await look()
  } catch (error) {
    if (error instanceof RunFailure && error.code === 'journal-corrupt') return look()
    throw error
  }
}

/** Of a run that there is; a folder, a pipe or a link in its place is none. */
export async function readJournalBytes(file: string): Promise<JournalBytes> {
  try {
    const handle = await openRegular(file)
    const read = async (): Promise<JournalBytes> => {
      const before = journalMark(await handle.stat({ bigint: true }))
      const bytes = await handle.readFile()
      const mark = journalMark(await handle.stat({ bigint: true }))
      return { bytes, mark: mark.text === before.text ? mark : null }
    }
    return await closeAfter(handle, read())
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
