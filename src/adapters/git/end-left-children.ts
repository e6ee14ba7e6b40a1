import { readdir, readFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Effect } from '../../kernel/ports/effect.ts'
import { MARKER_VARIABLE } from './run-git.ts'

const GRACE_MS = 2000
const LOOK_EVERY_MS = 20

/**
 * Ends the processes that carry our marker and do not descend from this one: git children that outlived their
 * conductor. They are asked first, because git then removes its own lock files. Without /proc there is none to find.
 */
export async function endLeftChildren(marker: string, effect: Effect): Promise<void> {
  for (const signal of ['SIGTERM', 'SIGKILL'] as const) {
    const left = await findLeftChildren(marker)
    if (left.length === 0) return
    await effect('kill', async () => {
      for (const pid of left) send(pid, signal)
    })
    for (let waited = 0; waited < GRACE_MS; waited += LOOK_EVERY_MS) {
      if ((await findLeftChildren(marker)).length === 0) return
      await sleep(LOOK_EVERY_MS)
    }
  }
}

async function findLeftChildren(marker: string): Promise<readonly number[]> {
  const entries = await readdir('/proc').catch(() => [])
  const left: number[] = []
  for (const entry of entries) {
    if (!/^\d+$/.test(entry)) continue
    const pid = Number(entry)
    if ((await carries(pid, marker)) && !(await descendsFromUs(pid))) left.push(pid)
  }
  return left
}

/** A process that has ended but is not yet collected has an empty environment, and so does not count. */
async function carries(pid: number, marker: string): Promise<boolean> {
  const environment = await readFile(`/proc/${pid}/environ`, 'utf8').catch(() => '')
  return environment.split('\0').includes(`${MARKER_VARIABLE}=${marker}`)
}

async function descendsFromUs(pid: number): Promise<boolean> {
  for (let up = pid; up > 1;) {
    if (up === process.pid) return true
    const state = await readFile(`/proc/${up}/stat`, 'utf8').catch(() => '')
    // The second field is the program's name in brackets, which may itself hold brackets and spaces.
    up = Number(state.slice(state.lastIndexOf(')') + 1).split(' ')[2] ?? 0)
  }
  return false
}

function send(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch {
    // It ended by itself.
  }
}
