import { constants } from 'node:os'
import type { Readable } from 'node:stream'
import type { ProcessEnd } from '../../kernel/ports/processes.ts'

/** What the first process of a namespace tells through the gate; each is `null` when the gate closed before. */
export interface GateReports {
  /** The number that the program will have in its namespace. */
  readonly ready: Promise<number | null>
  /** The number of what stands beside it, once that is known; 0 for nothing. */
  readonly beside: () => number
  readonly ended: Promise<ProcessEnd | null>
}

/** More than the first process ever says: somebody else has taken hold of the gate. */
const MOST_LETTERS = 10_000

export function readReports(gate: Readable): GateReports {
  let text = ''
  let beside = 0
  let tellReady: (number: number | null) => void = () => undefined
  let tellEnded: (end: ProcessEnd | null) => void = () => undefined
  const ready = new Promise<number | null>((resolve) => (tellReady = resolve))
  const ended = new Promise<ProcessEnd | null>((resolve) => (tellEnded = resolve))
  gate.on('data', (chunk: Buffer) => {
    text += chunk.toString('latin1')
    if (text.length > MOST_LETTERS) return void gate.destroy()
    const [, lastForked, other] = /^ready (\d+) (\d+)\n/m.exec(text) ?? []
    beside = Number(other ?? 0)
    const status = /^ended (\d+)\n/m.exec(text)?.[1]
    if (lastForked !== undefined) tellReady(Number(lastForked) + 1)
    if (status !== undefined) tellEnded(fromStatus(Number(status)))
  })
  gate.once('close', () => {
    tellReady(null)
    tellEnded(null)
  })
  return { ready, ended, beside: () => beside }
}

/** A shell tells of a program that a signal ended by 128 and the signal's number. */
function fromStatus(status: number): ProcessEnd {
  const signal = Object.entries(constants.signals).find(([, number]) => number + 128 === status)?.[0]
  return signal === undefined ? { code: status, signal: null } : { code: null, signal }
}
