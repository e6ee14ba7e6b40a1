import { fitLine } from './fit-line.ts'
import type { Terminal } from './terminal.ts'

/** A block of lines at the end of the terminal that is redrawn in place; other lines go above it. */
export class LiveBlock {
  readonly #terminal: Terminal
  #shown: readonly string[] = []

  constructor(terminal: Terminal) {
    this.#terminal = terminal
  }

  draw(lines: readonly string[]): void {
    const room = Math.max(1, (this.#terminal.stderr.rows || 24) - 1)
    const fitting = lines.slice(0, room).map((line) => fitLine(line, this.#columns() - 1).text)
    if (fitting.join('\n') === this.#shown.join('\n')) return
    this.#replace('', fitting)
  }

  /** Puts a line above the block, in one go so that nothing flickers. */
  print(line: string): void {
    this.#replace(`${line}\n`, this.#shown)
  }

  clear(): void {
    this.#replace('', [])
  }

  #replace(above: string, lines: readonly string[]): void {
    const text = this.#erasure() + above + lines.map((line) => `${line}\n`).join('')
    if (text !== '') this.#terminal.stderr.write(text)
    this.#shown = lines
  }

  /** Counted in rows of the terminal as it is now: a narrower one has broken our lines. A `^C` may stand there. */
  #erasure(): string {
    const columns = this.#columns()
    const rows = this.#shown.map((line) => Math.max(1, Math.ceil(fitLine(line, Infinity).cells / columns)))
    const total = rows.reduce((sum, each) => sum + each, 0)
    return total === 0 ? '' : `\r\u001B[${total}A\u001B[0J`
  }

  #columns(): number {
    return Math.max(11, this.#terminal.stderr.columns || 80)
  }
}
