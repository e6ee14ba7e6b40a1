import { rename, stat } from 'node:fs/promises'
import { closeAfter } from '../adapters/places/folder-handle.ts'
import { openToAppend } from '../adapters/places/open-to-append.ts'
import type { Activity, ActivityLog } from '../kernel/ports/activity.ts'

const LONGEST = 2000

export interface ActivityFileOptions {
  readonly file: string
  readonly also: ActivityLog
  /** There are never more than two files of this size: the present one, and the one before it. */
  readonly largest?: number
  /** What may wait to be written; what comes on top of that is dropped. */
  readonly mostWaiting?: number
}

export interface ActivityFile {
  readonly log: ActivityLog
  close(): Promise<void>
}

/**
 * Chatter goes to a file that may be lost and is never read back as fact; trouble with it is no trouble. Contract: it
 * takes bounded space and memory whatever agents say, and each file says how much was dropped before it.
 */
export function openActivityFile(options: ActivityFileOptions): ActivityFile {
  const { file, also, largest = 8_000_000, mostWaiting = 1_000_000 } = options
  let waiting: string[] = []
  let waitingBytes = 0
  let droppedLines = 0
  let bytes: number | null = null
  let writing: Promise<void> | null = null

  const writeAll = async (): Promise<void> => {
    bytes ??= await sizeOf(file)
    while (waiting.length > 0) {
      const text = waiting.join('')
      waiting = []
      waitingBytes = 0
      if (bytes > 0 && bytes + text.length > largest) {
        const rotated = rotatedName(file)
        const gone = await sizeOf(rotated)
        await rename(file, rotated)
        bytes = 0
        if (gone > 0) await append(lineOf(`${gone} bytes of what was said before were dropped.`))
      }
      await append(text)
    }
  }
  const append = async (text: string): Promise<void> => {
    const encoded = Buffer.from(text)
    const handle = await openToAppend(file, 0o600)
    await closeAfter(handle, handle.appendFile(encoded))
    bytes = (bytes ?? 0) + encoded.length
  }
  const add = (line: string): void => {
    waiting.push(line)
    waitingBytes += line.length
    writing ??= writeAll()
      .catch(() => undefined)
      .finally(() => {
        writing = null
      })
  }

  return {
    log: (activity) => {
      const told = { ...activity, text: shortened(activity.text) }
      if (waitingBytes >= mostWaiting) droppedLines += 1
      else {
        if (droppedLines > 0)
          add(lineOf(`${droppedLines} lines were dropped: they came faster than the disk.`))
        droppedLines = 0
        add(`${JSON.stringify({ at: Date.now(), ...told })}\n`)
      }
      also(told)
    },
    close: async () => {
      while (writing !== null) await writing
    },
  }
}

/** Where the activity before the present file is. */
export function rotatedName(file: string): string {
  return `${file}.1`
}

function lineOf(text: string): string {
  const said: Activity = { step: 'activity', kind: 'output', text }
  return `${JSON.stringify({ at: Date.now(), ...said })}\n`
}

function shortened(text: string): string {
  const left = text.length - LONGEST
  return left <= 0 ? text : `${text.slice(0, LONGEST)}… (${left} more characters)`
}

async function sizeOf(file: string): Promise<number> {
  return stat(file).then(
    ({ size }) => size,
    () => 0,
  )
}
