import type { Clock } from '../../../kernel/ports/clock.ts'
import type { OutputLog } from './output-log.ts'

export interface OutputCopy {
  /** Settles only when no more is taken, so that the command need not run on in vain. */
  readonly failed: Promise<void>
  /** Whether more was printed than is taken. */
  readonly overflowed: () => boolean
  /** Waits for the end of the output, but not for a stranger who keeps it open; throws if the log failed. */
  readonly finish: (waitMs: number, clock: Clock) => Promise<void>
}

const ACTIVITY_BYTES = 500

/** Copies a stream to the log at the pace of the disk, and tells the last line of every piece. */
export function copyOutput(
  source: ReadableStream<Uint8Array>,
  log: OutputLog,
  mostBytes: number,
  onLine: (line: string) => void,
): OutputCopy {
  const reader = source.getReader()
  let tooMuch = false
  let stop: () => void = () => undefined
  const stopped = new Promise<void>((resolve) => (stop = resolve))
  const copying = (async (): Promise<void> => {
    for (;;) {
      const piece = await reader.read()
      if (piece.done) return
      if (log.bytes() + piece.value.length > mostBytes) {
        tooMuch = true
        stop()
        // What is still coming is thrown away, so that whoever writes it can be ended and not be blocked.
        continue
      }
      await log.write(piece.value)
      const line = lastLine(piece.value)
      if (line !== '') onLine(line)
    }
  })()
  return {
    failed: Promise.race([stopped, new Promise<void>((resolve) => void copying.catch(() => resolve()))]),
    overflowed: () => tooMuch,
    async finish(waitMs, clock) {
      const waiting = new AbortController()
      const tooLong = clock.sleep(waitMs, waiting.signal).then(
        () => reader.cancel(),
        () => undefined,
      )
      await Promise.race([copying, tooLong])
      waiting.abort()
      await copying
    },
  }
}

function lastLine(piece: Uint8Array): string {
  const end = new TextDecoder().decode(piece.subarray(-ACTIVITY_BYTES)).trimEnd()
  return end.slice(end.lastIndexOf('\n') + 1).trim()
}
