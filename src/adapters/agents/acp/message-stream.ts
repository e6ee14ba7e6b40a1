import type { AnyMessage, JsonRpcId, Stream } from '@agentclientprotocol/sdk'
import { RunFailure } from '../../../kernel/failure.ts'
import { LineSplitter } from '../turns/line-splitter.ts'
import { isJsonRecord, type JsonRecord } from '../../../kernel/untrusted-json.ts'

const MAX_MESSAGE_BYTES = 32 * 1024 * 1024
const MAX_NOISE_BYTES = 8 * 1024 * 1024
/** Before its first message, more than any banner: whoever goes on like that is no ACP server, and is not waited for. */
const MAX_BANNER_BYTES = 64 * 1024
/** What a line costs beside its letters, so that millions of empty words are not waited for. */
const NOISE_LINE_BYTES = 100
const MAX_UNANSWERED_REQUESTS = 256

export interface MessagePipes {
  readonly agent: string
  readonly stdin: WritableStream<Uint8Array>
  readonly stdout: ReadableStream<Uint8Array>
  /** Gets every `session/update`, in order and before any answer that follows it. */
  readonly onUpdate: (params: unknown) => void
}

/**
 * The agent's pipes as messages. Contract: bounded memory whatever the agent prints; noise between messages is
 * dropped. Updates bypass the SDK, which would deliver them late and refuse kinds it does not know.
 */
export function openMessageStream(pipes: MessagePipes): Stream {
  const asked = new Set<JsonRpcId>()
  const lines = new LineSplitter(MAX_MESSAGE_BYTES)
  let noiseBytes = 0
  let hasSpoken = false
  let unanswered = 0

  const accept = (line: string): AnyMessage | null => {
    if (line === '') return null
    const message = parseMessage(line)
    if (message === null) {
      noiseBytes += line.length + NOISE_LINE_BYTES
      if (noiseBytes > (hasSpoken ? MAX_NOISE_BYTES : MAX_BANNER_BYTES))
        throw broken(pipes.agent, 'prints text that is not the protocol')
      return null
    }
    noiseBytes = 0
    hasSpoken = true
    if (message['method'] === 'session/update') {
      pipes.onUpdate(message['params'])
      return null
    }
    if (!('method' in message)) return asked.delete(message['id'] as JsonRpcId) ? toMessage(message) : null
    if ('id' in message && ++unanswered > MAX_UNANSWERED_REQUESTS) {
      throw broken(pipes.agent, 'sends requests faster than it reads the answers')
    }
    return toMessage(message)
  }

  const readable = pipes.stdout.pipeThrough(
    new TransformStream<Uint8Array, AnyMessage>({
      transform(chunk, controller) {
        for (const line of lines.push(chunk)) {
          const message = accept(line)
          if (message !== null) controller.enqueue(message)
        }
        if (lines.overflowed) throw broken(pipes.agent, 'sends a message of more than 32 MB')
      },
      flush(controller) {
        const message = accept(lines.rest())
        if (message !== null) controller.enqueue(message)
      },
    }),
  )
  const encoder = new TextEncoder()
  const writable = new WritableStream<AnyMessage>({
    async write(message) {
      if (!('method' in message)) unanswered--
      else if ('id' in message) asked.add(message.id)
      const writer = pipes.stdin.getWriter()
      try {
        await writer.write(encoder.encode(`${JSON.stringify(message)}\n`))
      } finally {
        writer.releaseLock()
      }
    },
  })
  return { readable, writable }
}

function parseMessage(line: string): JsonRecord | null {
  if (!line.startsWith('{')) return null
  try {
    const value: unknown = JSON.parse(line)
    if (!isJsonRecord(value) || value['jsonrpc'] !== '2.0') return null
    return 'method' in value && typeof value['method'] !== 'string' ? null : value
  } catch {
    return null
  }
}

function toMessage(message: JsonRecord): AnyMessage {
  return message as AnyMessage
}

function broken(agent: string, what: string): RunFailure {
  return new RunFailure({
    code: 'agent-failed',
    trouble: 'protocol',
    message: `Agent "${agent}" ${what}; check that its command starts an ACP server on standard input and output.`,
  })
}
