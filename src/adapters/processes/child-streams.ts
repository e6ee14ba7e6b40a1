import type { Readable, Writable } from 'node:stream'

/** A stream that fails its reader, and nobody else, when the child dies early. */
export function readFrom(source: Readable): ReadableStream<Uint8Array> {
  const chunks: AsyncIterator<Uint8Array> = source[Symbol.asyncIterator]()
  source.on('error', () => undefined)
  // Node throws away what a child wrote before it ended, unless somebody listens from the start.
  source.on('readable', () => undefined)
  return new ReadableStream(
    {
      async pull(controller) {
        const next = await chunks.next()
        if (next.done === true) controller.close()
        else controller.enqueue(next.value)
      },
      cancel() {
        source.destroy()
      },
    },
    { highWaterMark: 0 },
  )
}

/** A stream whose writer, and nobody else, learns that the child no longer listens. */
export function writeTo(sink: Writable): WritableStream<Uint8Array> {
  sink.on('error', () => undefined)
  return new WritableStream({
    write: (chunk) =>
      new Promise((resolve, reject) => {
        sink.write(chunk, (error) => (error ? reject(error) : resolve()))
      }),
    close() {
      sink.end()
    },
    abort() {
      sink.destroy()
    },
  })
}

/** Keeps the last `limit` bytes and reads them as UTF-8 from the first whole character on. */
export function keepTail(source: Readable, limit: number): () => string {
  let tail: Buffer = Buffer.alloc(0)
  source.on('error', () => undefined)
  source.on('data', (chunk: Buffer) => {
    tail = Buffer.concat([tail, chunk]).subarray(-limit)
  })
  return () => {
    const isCut = tail.length === limit
    const start = isCut ? tail.findIndex((byte) => (byte & 0xc0) !== 0x80) : 0
    return tail.subarray(Math.max(start, 0)).toString('utf8')
  }
}
