import { createWriteStream } from 'node:fs'
import type { ActivityLog } from '../kernel/ports/activity.ts'

const LONGEST = 2000

/** Chatter goes to a file that may be lost and is never read back as fact; trouble with it is no trouble. */
export function openActivityFile(
  file: string,
  also: ActivityLog,
): { readonly log: ActivityLog; close(): Promise<void> } {
  const stream = createWriteStream(file, { flags: 'a' })
  stream.on('error', () => {})
  return {
    log: (activity) => {
      const text = activity.text.slice(0, LONGEST)
      if (!stream.errored && stream.writableLength < 1_000_000) {
        stream.write(`${JSON.stringify({ at: Date.now(), ...activity, text })}\n`)
      }
      also({ ...activity, text })
    },
    close: () => new Promise((resolve) => stream.end(() => resolve())),
  }
}
