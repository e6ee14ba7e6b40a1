import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import type { CliPlace } from './cli.ts'
import { cliProgram } from './cli.ts'

const LOOK_MS = 50
const LINES_KEPT = 5000

/** A command at a terminal of its own, as a person sees it and types at it. */
export interface TmuxPane {
  /** All lines so far, with those that have left the screen; `painted`: with their colour codes. */
  read(painted?: 'painted'): Promise<string>
  /** The lines that are on the screen now. */
  screen(): Promise<string>
  /** Waits until the screen fits; the test's own time limit ends it. Gives what was seen then. */
  until(wanted: string | RegExp): Promise<string>
  /** Types a line and sends it. */
  type(line: string): Promise<void>
  /** How the command ended. */
  ended(): Promise<number>
  close(): Promise<void>
}

export interface PaneSize {
  readonly columns: number
  readonly rows: number
}

/** Starts the command line in a tmux server of its own, which ends with `close`. */
export async function openPane(
  args: readonly string[],
  { cwd, environment }: CliPlace,
  folder: string,
  { columns, rows }: PaneSize,
): Promise<TmuxPane> {
  const socket = join(folder, 'tmux.sock')
  const env = { ...environment, TERM: 'xterm-256color' }
  const tmux = async (...words: readonly string[]): Promise<string> => {
    const all = ['-f', '/dev/null', '-S', socket, ...words]
    const { stdout } = await promisify(execFile)('tmux', all, { cwd, env }).catch(explain)
    return stdout
  }
  const settings = { 'history-limit': String(LINES_KEPT), 'remain-on-exit': 'on' }
  const set = Object.entries(settings).flatMap(([key, value]) => ['set-option', '-g', key, value, ';'])
  const session = ['new-session', '-d', '-x', String(columns), '-y', String(rows), '-c', cwd]
  await tmux('start-server', ';', ...set, ...session, '--', process.execPath, cliProgram, ...args)
  const shown = async (...more: readonly string[]): Promise<string> =>
    (await tmux('capture-pane', '-p', ...more)).replaceAll(/[ \t]+$/gm, '').trimEnd()
  const screen = (): Promise<string> => shown()
  const until = async (wanted: string | RegExp): Promise<string> => {
    for (;;) {
      const seen = await screen()
      if (typeof wanted === 'string' ? seen.includes(wanted) : wanted.test(seen)) return seen
      if (await isDead()) throw new Error(`It ended without showing ${String(wanted)}:\n${await read()}`)
      await sleep(LOOK_MS)
    }
  }
  const read = (painted?: 'painted'): Promise<string> =>
    shown('-S', `-${LINES_KEPT}`, ...(painted === undefined ? [] : ['-e']))
  const isDead = async (): Promise<boolean> =>
    (await tmux('display-message', '-p', '#{pane_dead}')).trim() === '1'
  return {
    read,
    screen,
    until,
    type: async (line) => {
      await tmux('send-keys', '-l', '--', line)
      await tmux('send-keys', 'Enter')
    },
    ended: async () => {
      while (!(await isDead())) await sleep(LOOK_MS)
      return Number((await tmux('display-message', '-p', '#{pane_dead_status}')).trim())
    },
    close: async () => {
      await tmux('kill-server').catch(() => {})
    },
  }
}

function explain(thrown: NodeJS.ErrnoException): never {
  if (thrown.code !== 'ENOENT') throw thrown
  throw new Error(
    'tmux is not installed, and this test needs it: apt-get install tmux, or brew install tmux.',
  )
}
