import { spawn } from 'node:child_process'

/** Runs a command line in a session of its own, as many agents do; an abort ends it and its group. */
export function runShell(command: string, cwd: string, signal: AbortSignal): Promise<number | null> {
  return new Promise((resolve, reject) => {
    const child = spawn('/bin/sh', ['-c', command], { cwd, detached: true, stdio: 'ignore' })
    const end = (): void => {
      if (child.pid === undefined) return
      try {
        process.kill(-child.pid, 'SIGKILL')
      } catch {
        // The group is gone already.
      }
    }
    signal.addEventListener('abort', end, { once: true })
    child.on('error', reject)
    child.on('close', (code) => {
      signal.removeEventListener('abort', end)
      resolve(code)
    })
  })
}
