import type { Terminal } from './terminal.ts'

/** A block of lines at the end of the terminal that is redrawn in place; other lines go above it. */
export class LiveBlock {
  readonly #terminal: Terminal
  #shown = 0

  constructor(terminal: Terminal) {
    this.#terminal = terminal
  }

  draw(lines: readonly string[]): void {
    const room = Math.max(1, (this.#terminal.stderr.rows ?? 24) - 1)
    const fitting = lines.slice(0, room)
    this.#write(this.#erasure() + fitting.map((line) => `${line}\n`).join(''))
    this.#shown = fitting.length
  }

  clear(): void {
    this.#write(this.#erasure())
    this.#shown = 0
  }

  #erasure(): string {
    return this.#shown === 0 ? '' : `\u001B[${this.#shown}A\u001B[0J`
  }

  #write(text: string): void {
    if (text !== '') this.#terminal.stderr.write(text)
  }
}
