import type { FileHandle } from 'node:fs/promises'
import { mkdir, open } from 'node:fs/promises'
import { dirname } from 'node:path'
import { RunFailure } from '../../../kernel/failure.ts'
import { openAnew } from '../../places/open-anew.ts'

/** How a file for output is opened: empty, and ours alone. */
export type OpenFile = (file: string, mode: number) => Promise<FileHandle>

export interface OutputLog {
  readonly write: (chunk: Uint8Array) => Promise<void>
  /** Makes the file and its folder durable. */
  readonly sync: () => Promise<void>
  readonly close: () => Promise<void>
  readonly bytes: () => number
  /** The last of it as UTF-8, from the first whole character on. */
  readonly tail: () => string
}

/** Keeps all of a command's output on disk and only its end in memory. */
export async function openOutputLog(
  file: string,
  tailBytes: number,
  openFile: OpenFile = openAnew,
): Promise<OutputLog> {
  const act = async <T>(doing: () => Promise<T>): Promise<T> => {
    try {
      return await doing()
    } catch (error) {
      throw unwritable(file, error)
    }
  }
  const handle = await act(async () => {
    await mkdir(dirname(file), { recursive: true })
    return openFile(file, 0o600)
  })
  let bytes = 0
  let tail = Buffer.alloc(0)
  return {
    write: (chunk) =>
      act(async () => {
        await handle.appendFile(chunk)
        bytes += chunk.length
        tail = Buffer.concat([tail, chunk.subarray(-tailBytes)]).subarray(-tailBytes)
      }),
    sync: () =>
      act(async () => {
        await handle.sync()
        await syncFolder(dirname(file))
      }),
    close: () => handle.close(),
    bytes: () => bytes,
    tail: () => decodeTail(tail, bytes > tail.length),
  }
}

function decodeTail(tail: Uint8Array, isCut: boolean): string {
  const start = isCut ? tail.findIndex((byte) => (byte & 0xc0) !== 0x80) : 0
  return new TextDecoder().decode(tail.subarray(Math.min(Math.max(start, 0), 3)))
}

async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r')
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}

function unwritable(file: string, cause: unknown): RunFailure {
  const reason = cause instanceof Error ? cause.message : String(cause)
  const message = `The output of a command could not be written to ${file} (${reason}); free space or fix its permissions, then resume.`
  return new RunFailure({ code: 'workspace-failed', message }, { cause })
}
