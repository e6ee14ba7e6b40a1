import { closeSync, openSync, readSync } from 'node:fs'

const CHUNK = 64 * 1024

/** Follows a trace of effects while it is written, without waiting: every look reads what is new. */
export class TraceReader {
  readonly #descriptor: number
  readonly #buffer = Buffer.alloc(CHUNK)
  readonly #open = new Map<string, number>()
  #position = 0
  #rest = ''
  #lines = 0

  constructor(file: string) {
    this.#descriptor = openSync(file, 'r')
  }

  /** Lines seen so far, those of earlier processes included. */
  get lines(): number {
    return this.#lines
  }

  /** Reads on. */
  look(): void {
    for (;;) {
      const bytes = readSync(this.#descriptor, this.#buffer, 0, CHUNK, this.#position)
      if (bytes === 0) return
      this.#position += bytes
      const lines = `${this.#rest}${this.#buffer.toString('utf8', 0, bytes)}`.split('\n')
      this.#rest = lines.pop() ?? ''
      for (const line of lines) this.#take(line)
    }
  }

  /** Labels of the effects of a process that have begun and not ended. */
  openEffects(pid: number): readonly string[] {
    const prefix = `${pid} `
    return [...this.#open].flatMap(([name, count]) =>
      count > 0 && name.startsWith(prefix) ? [name.slice(prefix.length)] : [],
    )
  }

  close(): void {
    closeSync(this.#descriptor)
  }

  #take(line: string): void {
    const name = line.slice(1)
    this.#lines += 1
    this.#open.set(name, (this.#open.get(name) ?? 0) + (line.startsWith('+') ? 1 : -1))
  }
}
