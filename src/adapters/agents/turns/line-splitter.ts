const NEWLINE = 0x0a

/** Cuts a byte stream into lines and holds at most `limit` bytes of an unfinished one. */
export class LineSplitter {
  readonly #limit: number
  #pending: Uint8Array[] = []
  #pendingBytes = 0

  constructor(limit: number) {
    this.#limit = limit
  }

  /** Whether the unfinished line has grown beyond the limit; nothing more should be pushed then. */
  get overflowed(): boolean {
    return this.#pendingBytes > this.#limit
  }

  push(chunk: Uint8Array): readonly string[] {
    const lines: string[] = []
    let start = 0
    for (let end = chunk.indexOf(NEWLINE); end !== -1; end = chunk.indexOf(NEWLINE, start)) {
      this.#keep(chunk.subarray(start, end))
      lines.push(this.rest())
      start = end + 1
    }
    this.#keep(chunk.subarray(start))
    return lines
  }

  /** The unfinished line, which is then forgotten. */
  rest(): string {
    const line = Buffer.concat(this.#pending).toString('utf8').trim()
    this.#pending = []
    this.#pendingBytes = 0
    return line
  }

  #keep(bytes: Uint8Array): void {
    if (bytes.length === 0) return
    this.#pending.push(bytes)
    this.#pendingBytes += bytes.length
  }
}
