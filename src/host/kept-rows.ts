import { dirname, join } from 'node:path'
import { removeEntry } from '../adapters/places/empty-folder.ts'
import { closeAfter, openFolder } from '../adapters/places/folder-handle.ts'
import { openRegular } from '../adapters/places/open-regular.ts'
import { replaceFile } from '../adapters/places/replace-file.ts'
import type { RunRow } from '../protocol/run-row.ts'
import type { Locations } from './locations.ts'
import type { Seals } from './seals.ts'
import { TUTTI_VERSION } from './version.ts'

/** A row and the mark of the journal that it was made from. */
export interface KeptRow {
  readonly mark: string
  readonly row: RunRow
}

export type KeptRows = ReadonlyMap<string, KeptRow>

const FILE = 'rows.json'
/** Reading that many bytes takes longer than the journals do. */
const MOST_BYTES = 50_000_000

/** As they are sealed: another version of Tutti may make other rows of the same journals. */
interface Written {
  readonly tutti: string
  readonly rows: readonly (readonly [run: string, kept: KeptRow])[]
}

/**
 * Rows that this user's Tutti of this version wrote. Contract: whatever is wrong with them, there are none; a row is
 * true of the journal with its mark, and of no other.
 */
export async function readKeptRows({ runs }: Pick<Locations, 'runs'>, seals: Seals): Promise<KeptRows> {
  const content = await readFileOf(dirname(runs)).catch(() => '')
  const end = content.indexOf('\n')
  const text = content.slice(end + 1)
  if (end === -1 || seals.rows(text) !== content.slice(0, end)) return new Map()
  const { tutti, rows } = JSON.parse(text) as Written
  return new Map(tutti === TUTTI_VERSION ? rows : [])
}

/** Contract: where they cannot be written, that is no trouble of whoever looks. */
export async function keepRows(
  { runs }: Pick<Locations, 'runs'>,
  seals: Seals,
  rows: KeptRows,
): Promise<void> {
  const written: Written = { tutti: TUTTI_VERSION, rows: [...rows] }
  const text = JSON.stringify(written)
  try {
    const folder = await openFolder(dirname(runs))
    if (folder === null) return
    const put =
      rows.size === 0 ? removeEntry(folder, FILE) : replaceFile(folder, FILE, `${seals.rows(text)}\n${text}`)
    await closeAfter(folder, put)
  } catch {
    // The journals are read again.
  }
}

async function readFileOf(folder: string): Promise<string> {
  const handle = await openRegular(join(folder, FILE))
  const read = async (): Promise<string> =>
    (await handle.stat()).size > MOST_BYTES ? '' : handle.readFile('utf8')
  return closeAfter(handle, read())
}
