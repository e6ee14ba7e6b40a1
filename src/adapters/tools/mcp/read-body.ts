import type { IncomingMessage } from 'node:http'

/** More than any tool takes, with room for how JSON spells it. */
const MOST_BYTES = 2 * 1024 * 1024

/** A request's body as JSON; `too-long` and `no-json` are what it is instead. */
export async function readBody(
  request: IncomingMessage,
): Promise<{ readonly value: unknown } | 'too-long' | 'no-json'> {
  if (Number(request.headers['content-length'] ?? 0) > MOST_BYTES) return 'too-long'
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length
    if (bytes > MOST_BYTES) return 'too-long'
    chunks.push(chunk)
  }
  try {
    return { value: JSON.parse(Buffer.concat(chunks).toString('utf8')) as unknown }
  } catch {
    return 'no-json'
  }
}
