import { mkdir, open } from 'node:fs/promises'
import { dirname } from 'node:path'
import { RunFailure } from '../../kernel/failure.ts'
import type { Effect } from '../../kernel/ports/effect.ts'
import { closeAfter } from '../places/folder-handle.ts'
import { isNoFile, openRegular } from '../places/open-regular.ts'
import { openToAppend } from '../places/open-to-append.ts'
import type { ProcessIdentity } from './process-identity.ts'

export interface LedgerEntry {
  /** Unique; every process of the launch carries it in its environment. */
  readonly launch: string
  readonly label: string
  readonly identity: ProcessIdentity
  readonly group: number
  readonly marker: string
  readonly folder?: string
}

export interface LedgerContents {
  readonly entries: readonly LedgerEntry[]
  /** Launches known to have ended with everything they started. */
  readonly ended: ReadonlySet<string>
}

/** What was started and what has ended, one JSON line each. Contract: `launched` resolves when it is durable. */
export interface Ledger {
  launched(entry: LedgerEntry): Promise<void>
  /** May be lost: a process that is gone is then found dead. */
  ended(launch: string): Promise<void>
  /** A torn or damaged line is passed over, so that it cannot hide the others. */
  read(): Promise<LedgerContents>
}

export function createLedger(file: string, effect: Effect): Ledger {
  return {
    launched: (entry) =>
      effect('ledger-append', () =>
        append(file, { launched: entry }).catch((error: unknown) => {
          throw unusable(file, error)
        }),
      ),
    ended: (launch) => effect('ledger-append', () => append(file, { ended: launch }).catch(() => undefined)),
    async read() {
      const lines = (await readIfThere(file)).split('\n').map(parseLine)
      return {
        entries: lines.flatMap((line) => (line !== null && 'launched' in line ? [line.launched] : [])),
        ended: new Set(lines.flatMap((line) => (line !== null && 'ended' in line ? [line.ended] : []))),
      }
    },
  }
}

/** Begins a line of its own, because a crash or a full disk may have left half of one. */
async function append(file: string, line: LedgerLine): Promise<void> {
  await mkdir(dirname(file), { recursive: true })
  const handle = await openToAppend(file, 0o600)
  try {
    const isNew = (await handle.stat()).size === 0
    await handle.appendFile(`\n${JSON.stringify(line)}\n`)
    await handle.datasync()
    if (isNew) await syncFolder(dirname(file))
  } finally {
    await handle.close()
  }
}

async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r')
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}

/** What is no file was not written by us, and tells of nobody. */
async function readIfThere(file: string): Promise<string> {
  try {
    const handle = await openRegular(file)
    return await closeAfter(handle, handle.readFile('utf8'))
  } catch (error) {
    if (isNoFile(error) || (error instanceof Error && 'code' in error && error.code === 'ENOENT')) return ''
    throw unusable(file, error)
  }
}

type LedgerLine = { readonly launched: LedgerEntry } | { readonly ended: string }

function parseLine(line: string): LedgerLine | null {
  let value: unknown
  try {
    value = JSON.parse(line)
  } catch {
    return null
  }
  if (!isRecord(value)) return null
  if (typeof value['ended'] === 'string') return { ended: value['ended'] }
  return isEntry(value['launched']) ? { launched: value['launched'] } : null
}

function isEntry(value: unknown): value is LedgerEntry {
  if (!isRecord(value) || !isRecord(value['identity'])) return false
  const { host, bootId, pidNamespace, pid, startTime } = value['identity']
  return (
    [value['launch'], value['label'], value['marker'], host, bootId, pidNamespace, startTime].every(
      (text) => typeof text === 'string',
    ) &&
    Number.isSafeInteger(pid) &&
    value['group'] === pid
  )
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null
}

function unusable(file: string, cause: unknown): RunFailure {
  const reason = cause instanceof Error ? cause.message : String(cause)
  return new RunFailure(
    {
      code: 'journal-unwritable',
      message: `The process ledger ${file} cannot be used (${reason}); free space or fix its permissions, then resume.`,
    },
    { cause },
  )
}
