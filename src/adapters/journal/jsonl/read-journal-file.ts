import { readFile } from 'node:fs/promises'
import { RunFailure } from '../../../kernel/failure.ts'
import type { JournalContents } from '../../../kernel/ports/journal.ts'
import { decodeJournal } from './decode-journal.ts'
import { writeTrouble } from './write-trouble.ts'

/**
 * A journal as it is now, for looking only: takes no lock and changes nothing. A line that a live writer has
 * only half written is not there yet, and counts as `tornBytes`.
 */
export async function readJournalFile(file: string): Promise<JournalContents> {
  return decodeLive(file, () => readBytes(file))
}

/** Looks twice before it calls a line corrupt: its writer may have been cutting and replacing a torn tail. */
export async function decodeLive(file: string, read: () => Promise<Buffer>): Promise<JournalContents> {
  try {
    return decodeJournal(await read(), file)
  } catch (error) {
    if (error instanceof RunFailure && error.code === 'journal-corrupt')
      return decodeJournal(await read(), file)
    throw error
  }
}

async function readBytes(file: string): Promise<Buffer> {
  try {
    return await readFile(file)
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') {
      throw new RunFailure(
        { code: 'run-unknown', message: `There is no journal ${file}; list the runs that there are.` },
        { cause: error },
      )
    }
    throw writeTrouble(file, error)
  }
}
