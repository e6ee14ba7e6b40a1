import { LineSplitter } from '../../../adapters/agents/turns/line-splitter.ts'
import type { LaunchedProcess, Processes } from '../../../kernel/ports/processes.ts'
import { isJsonRecord, type JsonRecord } from '../../../kernel/untrusted-json.ts'

const MOST_LINE_BYTES = 32 * 1024 * 1024
const MOST_MESSAGES = 20_000

export interface TappedMessage {
  readonly at: number
  readonly from: 'tutti' | 'agent'
  readonly message: JsonRecord
}

/** One process of an agent, and what went over its pipes. */
export interface TappedProcess {
  readonly process: LaunchedProcess
  readonly startedAt: number
  readonly messages: readonly TappedMessage[]
  /** Lines it printed between messages. */
  readonly noise: readonly string[]
  /** How many processes outlived it, once it was ended. */
  readonly leftOver: () => number | null
}

export interface Tap {
  readonly processes: Processes
  readonly launched: readonly TappedProcess[]
}

/** Processes whose pipes are listened to, without a change to what goes through them. */
export function tapProcesses(processes: Processes, now: () => number): Tap {
  const launched: TappedProcess[] = []
  return {
    launched,
    processes: {
      reap: () => processes.reap(),
      endAll: () => processes.endAll(),
      launch: async (request) => {
        const startedAt = now()
        const process = await processes.launch(request)
        const messages: TappedMessage[] = []
        const noise: string[] = []
        let leftOver: number | null = null
        launched.push({ process, startedAt, messages, noise, leftOver: () => leftOver })
        const listenTo = (from: TappedMessage['from']): ((chunk: Uint8Array) => void) => {
          const lines = new LineSplitter(MOST_LINE_BYTES)
          return (chunk) => {
            for (const line of lines.overflowed ? [] : lines.push(chunk)) {
              const message = parsed(line)
              if (messages.length >= MOST_MESSAGES) return
              if (message !== null) messages.push({ at: now(), from, message })
              else if (line !== '') noise.push(line.slice(0, 200))
            }
          }
        }
        return {
          ...process,
          stdin: listenedInput(process.stdin, listenTo('tutti')),
          stdout: process.stdout.pipeThrough(listening(listenTo('agent'))),
          stderrTail: () => process.stderrTail(),
          others: () => process.others(),
          ended: process.ended,
          confinement: process.confinement,
          exceeded: () => process.exceeded(),
          end: async (graceMs) => {
            leftOver = await process.end(graceMs)
            return leftOver
          },
        }
      },
    },
  }
}

function listening(listen: (chunk: Uint8Array) => void): TransformStream<Uint8Array, Uint8Array> {
  return new TransformStream({
    transform(chunk, controller) {
      listen(chunk)
      controller.enqueue(chunk)
    },
  })
}

function listenedInput(
  stdin: WritableStream<Uint8Array>,
  listen: (chunk: Uint8Array) => void,
): WritableStream<Uint8Array> {
  const writing = async (act: (writer: WritableStreamDefaultWriter<Uint8Array>) => Promise<void>) => {
    const writer = stdin.getWriter()
    try {
      await act(writer)
    } finally {
      writer.releaseLock()
    }
  }
  return new WritableStream({
    write: (chunk) => {
      listen(chunk)
      return writing((writer) => writer.write(chunk))
    },
    close: () => writing((writer) => writer.close()),
    abort: (reason) => writing((writer) => writer.abort(reason)),
  })
}

function parsed(line: string): JsonRecord | null {
  if (!line.startsWith('{')) return null
  try {
    const value: unknown = JSON.parse(line)
    return isJsonRecord(value) ? value : null
  } catch {
    return null
  }
}
