import type { RunEvent, Stored } from '../event.ts'
import type { Json } from '../json.ts'

export interface JournalContents {
  readonly events: readonly RunEvent[]
  /** Bytes of a half-written last line that were cut off; 0 when the last writer ended cleanly. */
  readonly tornBytes: number
}

/**
 * The truth about one run: append-only, one writer.
 * Contract: `append` resolves only when its events are durable, in the order of the calls; after one failure
 * it refuses everything that follows. A complete line that fails its checksum makes `read` throw
 * `journal-corrupt`, and nothing is cut or lost.
 */
export interface Journal {
  read(): Promise<JournalContents>
  append(events: readonly RunEvent[]): Promise<void>
  /** Makes a value fit for an event: small ones stay inline, large ones become durable files of their own. */
  keep(value: Json): Stored | Promise<Stored>
  load(stored: Stored): Json | Promise<Json>
  close(): Promise<void>
}
