import { readFile } from 'node:fs/promises'
import type { TurnLogEntry } from '../../src/adapters/agents/scripted/turn-log.ts'

/** The agents' own log; a last line that a kill has torn is not there. */
export async function readTurnLog(file: string): Promise<readonly TurnLogEntry[]> {
  const text = await readFile(file, 'utf8').catch(() => '')
  const lines = text.split('\n').slice(0, -1)
  return lines.map((line) => JSON.parse(line) as TurnLogEntry)
}
