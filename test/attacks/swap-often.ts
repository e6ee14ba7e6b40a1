import { spawn } from 'node:child_process'
import { once } from 'node:events'

/** In a process of its own: puts a link in the place of what stands at a path, and that back, again and again. */
const SWAP = `
const { renameSync, symlinkSync, unlinkSync } = require('node:fs')
const [path, target, times] = process.argv.slice(1)
const unless = (act) => { try { act(); return true } catch { return false } }
const rest = (ms) => ms > 0 && Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms)
let swaps = 0
for (let tries = 0; swaps < Number(times) && tries < 20 * Number(times); tries += 1) {
  const away = path + '-away-' + swaps
  if (!unless(() => renameSync(path, away))) {
    rest(1)
    continue
  }
  if (unless(() => symlinkSync(target, path))) swaps += 1
  rest((swaps * 7919) % 4)
  unless(() => unlinkSync(path))
  unless(() => renameSync(away, path))
  rest((swaps * 104729) % 3)
}
process.stdout.write(String(swaps))
`

export interface Swapping {
  isOver(): boolean
  /** How often it has swapped. */
  readonly swaps: Promise<number>
}

export function swapOften(path: string, target: string, times: number): Swapping {
  const child = spawn(process.execPath, ['-e', SWAP, path, target, String(times)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let said = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => (said += text))
  return {
    isOver: () => child.exitCode !== null || child.signalCode !== null,
    swaps: once(child, 'close').then(() => Number(said)),
  }
}
