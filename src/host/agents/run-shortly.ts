import { spawn } from 'node:child_process'
import type { Environment } from '../locations.ts'

const MOST_LETTERS = 10_000

/** What a command prints within that time; `null` when it cannot be started or says nothing. Never rejects, never hangs. */
export function runShortly(
  [program, ...args]: readonly [string, ...string[]],
  environment: Environment,
  patienceMs: number,
): Promise<string | null> {
  return new Promise((resolve) => {
    const child = spawn(program, args, {
      env: { ...environment },
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true,
    })
    let said = ''
    const finish = (): void => {
      clearTimeout(timer)
      endGroup(child.pid)
      child.stdout.destroy()
      child.stderr.destroy()
      resolve(said === '' ? null : said)
    }
    const timer = setTimeout(finish, patienceMs)
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => {
        said = (said + text).slice(0, MOST_LETTERS)
      })
    }
    child.once('error', finish)
    child.once('exit', () => setImmediate(finish))
  })
}

/** It leads a group of its own, so that nothing it started stays. */
function endGroup(pid: number | undefined): void {
  if (pid === undefined) return
  try {
    process.kill(-pid, 'SIGKILL')
  } catch {
    return
  }
}
