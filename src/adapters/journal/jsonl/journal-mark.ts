import type { BigIntStats } from 'node:fs'

/** What a journal is known again by. */
export interface JournalMark {
  /** Another one for another file and for other bytes, but for changes so fast that they have the same time. */
  readonly text: string
  /** When it was changed last, in epoch milliseconds: the one of its times that nobody can set. */
  readonly changedAt: number
}

export function journalMark({ ino, size, mtimeNs, ctimeNs, ctimeMs }: BigIntStats): JournalMark {
  return { text: `${ino} ${size} ${mtimeNs} ${ctimeNs}`, changedAt: Number(ctimeMs) }
}
