import { openSync, writeSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import type { Effect } from '../../src/kernel/ports/effect.ts'
import { descendantsOf, kill } from './kill-tree.ts'

export type Moment = 'before' | 'during' | 'after'

/** Where a process ends itself: at the effect of this number, counted from 0 in the order they begin. */
export interface Cut {
  readonly effect: number
  readonly moment: Moment
  /** How long it lets an effect that has begun go on in other processes. */
  readonly lingerMs?: number
  /** Whether everything it has started dies with it. */
  readonly wholeTree?: boolean
}

/** Writes a line for the begin and the end of every effect; at the cut it ends this process, at once. */
export function createCuttingEffect(pointsFile: string, cut: Cut | null): Effect {
  const points = openSync(pointsFile, 'w')
  let begun = 0
  return async (label, act) => {
    const effect = begun
    begun += 1
    const pass = (moment: Moment): void => {
      if (moment !== 'during') writeSync(points, `${JSON.stringify({ effect, moment, label })}\n`)
      if (cut?.effect === effect && cut.moment === moment) die(cut)
    }
    pass('before')
    const acting = act()
    pass('during')
    try {
      return await acting
    } finally {
      pass('after')
    }
  }
}

function die({ lingerMs = 0, wholeTree = false }: Cut): void {
  if (lingerMs > 0) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, lingerMs)
  if (wholeTree) for (const pid of descendantsOf(process.pid)) kill(pid)
  process.kill(process.pid, 'SIGKILL')
}

/** A moment just before or just after an effect. */
export interface Point extends Cut {
  readonly label: string
}

export async function readPoints(file: string): Promise<readonly Point[]> {
  const lines = (await readFile(file, 'utf8')).split('\n').slice(0, -1)
  return lines.map((line) => JSON.parse(line) as Point)
}

/** The effects in the order they began. */
export function labelsOf(points: readonly Point[]): readonly string[] {
  return points.filter(({ moment }) => moment === 'before').map(({ label }) => label)
}
