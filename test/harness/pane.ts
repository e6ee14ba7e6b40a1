import { spawn } from '@lydell/node-pty'
import xterm from '@xterm/headless'
import type { CliPlace } from './cli.ts'
import { cliProgram } from './cli.ts'

const LINES_KEPT = 5000

/** A command at a terminal of its own, as a person sees it and types at it. */
export interface Pane {
  /** All lines so far, with those that have left the screen. */
  read(): string
  /** All that the terminal was sent so far, with its colour codes. */
  sent(): string
  /** Waits until the screen fits; the test's own time limit ends it. Gives what was seen then. */
  until(wanted: string | RegExp): Promise<string>
  /** Types a line and sends it. */
  type(line: string): void
  /** How the command ended. */
  readonly ended: Promise<number>
  close(): Promise<void>
}

export interface PaneSize {
  readonly columns: number
  readonly rows: number
}

/** Starts the command line on a pseudo-terminal, in front of a terminal without a window. */
export function openPane(
  args: readonly string[],
  { cwd, environment }: CliPlace,
  { columns: cols, rows }: PaneSize,
): Pane {
  const terminal = new xterm.Terminal({ cols, rows, scrollback: LINES_KEPT, allowProposedApi: true })
  const name = 'xterm-256color'
  const child = spawn(process.execPath, [cliProgram, ...args], {
    name,
    cols,
    rows,
    cwd,
    env: { ...environment, TERM: name },
  })
  const watchers = new Set<() => void>()
  let sent = ''
  let isOver = false
  const shown = (): void => {
    for (const watcher of watchers) watcher()
  }
  child.onData((text) => {
    sent += text
    terminal.write(text, shown)
  })
  // What a terminal is asked, such as where its cursor is.
  terminal.onData((text) => child.write(text))
  const ended = new Promise<number>((resolve) => {
    child.onExit(({ exitCode }) => {
      isOver = true
      terminal.write('', () => {
        shown()
        resolve(exitCode)
      })
    })
  })
  const linesFrom = (first: number): string => {
    const { active } = terminal.buffer
    const lines = Array.from(
      { length: active.length - first },
      (_, index) => active.getLine(first + index)?.translateToString(true) ?? '',
    )
    return lines.join('\n').trimEnd()
  }
  const read = (): string => linesFrom(0)
  return {
    read,
    sent: () => sent,
    until: (wanted) =>
      new Promise((resolve, reject) => {
        const settle = (act: () => void): void => {
          watchers.delete(look)
          act()
        }
        const look = (): void => {
          const seen = linesFrom(terminal.buffer.active.baseY)
          if (typeof wanted === 'string' ? seen.includes(wanted) : wanted.test(seen)) {
            settle(() => resolve(seen))
          } else if (isOver) {
            settle(() => reject(new Error(`It ended without showing ${String(wanted)}:\n${read()}`)))
          }
        }
        watchers.add(look)
        look()
      }),
    type: (line) => child.write(`${line}\r`),
    ended,
    async close() {
      if (!isOver) child.kill('SIGKILL')
      await ended
      terminal.dispose()
    },
  }
}
