import type { Json } from '../json.ts'

export interface StoredEntry {
  readonly value: Json
  /** Epoch milliseconds, as the place that keeps it tells them. */
  readonly writtenAt: number
}

/**
 * What outlives a run: verdicts, baselines, tests known to be flaky. Contract: an entry is whole or not there; one
 * that is damaged is not there. The last writer wins. It is a memory and no truth: losing it costs time only.
 */
export interface Store {
  read(kind: string, key: string): Promise<StoredEntry | null>
  write(kind: string, key: string, value: Json): Promise<void>
}
