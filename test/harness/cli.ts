import { spawn } from 'node:child_process'
import { dirname, join, resolve } from 'node:path'

/** The built command line; `TUTTI_TEST_CLI` names another build of it, such as an installed package's. */
export const cliProgram = process.env['TUTTI_TEST_CLI'] ?? resolve(import.meta.dirname, '../../dist/main.js')

/** How long a test of whole runs may take on a machine that has other things to do. */
export const PATIENCE_MS = 120_000

/** The scripted agent that is shipped with that build. */
export const agentProgram = join(dirname(cliProgram), 'adapters/agents/scripted/program.js')

export interface CliPlace {
  readonly cwd: string
  readonly environment: Readonly<Record<string, string>>
  /** Words before the command itself, such as a shell that lowers a limit. */
  readonly wrapper?: readonly string[]
}

/** How a command ended, with all it said. */
export interface EndedCli {
  readonly status: number | null
  readonly signal: string | null
  readonly stdout: string
  readonly stderr: string
}

/** A command that is at work. */
export interface StartedCli {
  readonly pid: number
  readonly ended: Promise<EndedCli>
  /** Resolves as soon as its output, either of the two, contains this; rejects when it ends without. */
  said(text: string): Promise<void>
  signal(name: NodeJS.Signals): void
  /** Types at its standard input. */
  type(text: string): void
}

export function startCli(args: readonly string[], place: CliPlace): StartedCli {
  const [program = '', ...rest] = [...(place.wrapper ?? []), process.execPath, cliProgram, ...args]
  const child = spawn(program, rest, {
    cwd: place.cwd,
    env: { ...place.environment },
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  const said = { stdout: '', stderr: '' }
  const listeners = new Set<() => void>()
  for (const name of ['stdout', 'stderr'] as const) {
    child[name].setEncoding('utf8').on('data', (text: string) => {
      said[name] += text
      for (const listener of listeners) listener()
    })
  }
  const ended = new Promise<EndedCli>((finish, fail) => {
    child.on('error', fail)
    child.on('close', (status, signal) => finish({ status, signal, ...said }))
  })
  return {
    pid: child.pid ?? 0,
    ended,
    signal: (name) => void child.kill(name),
    type: (text) => void child.stdin.write(text),
    said: (text) =>
      new Promise((found, fail) => {
        const look = (): void => {
          if (!said.stdout.includes(text) && !said.stderr.includes(text)) return
          listeners.delete(look)
          found()
        }
        listeners.add(look)
        look()
        void ended.then(() => fail(new Error(`It ended without saying "${text}":\n${said.stderr}`)))
      }),
  }
}
