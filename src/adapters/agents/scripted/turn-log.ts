import { open } from 'node:fs/promises'

/** What a scripted agent itself says about a turn, so that crash tests need not believe the conductor. */
export interface TurnLogEntry {
  readonly at: number
  readonly pid: number
  readonly run: string
  readonly step: string
  readonly attempt: number
  readonly session: string
  /** A turn without an end was cut off in the middle. */
  readonly phase: 'start' | 'end' | 'cancelled' | 'failed' | 'tool'
  /** What it was told about a call; `null` when it had nothing to call. */
  readonly answer?: { readonly tool: string; readonly text: string; readonly isError: boolean } | null
}

/** Appends one line; it is on disk when this resolves. */
export async function appendTurnLog(file: string, entry: TurnLogEntry): Promise<void> {
  const handle = await open(file, 'a')
  try {
    await handle.writeFile(`${JSON.stringify(entry)}\n`)
    await handle.sync()
  } finally {
    await handle.close()
  }
}
