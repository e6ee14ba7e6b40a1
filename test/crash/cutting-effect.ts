import { openSync, writeSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import type { RunEvent } from '../../src/kernel/event.ts'
import type { Effect } from '../../src/kernel/ports/effect.ts'
import { descendantsOf, kill } from './kill-tree.ts'

export type Moment = 'before' | 'during' | 'after'

/** Where a job is cut: at the effect of this number, counted from 0 in the order they begin. */
export interface Cut {
  readonly effect: number
  readonly moment: Moment
  /** How long the process lets an effect that has begun go on in other processes. */
  readonly lingerMs?: number
  /** Whether everything the process has started dies with it. */
  readonly wholeTree?: boolean
}

/** A moment just before or just after an effect. */
export interface Point extends Cut {
  readonly label: string
  /** The step that was started last, and its kind. */
  readonly step: string
  readonly kind: string
}

/** The effects of one job, up to its cut. */
export interface CuttingEffect {
  readonly effect: Effect
  /** To be told every event, so that points know their step. */
  readonly onEvent: (event: RunEvent) => void
  /** Resolves when the job stands at its cut. */
  readonly standing: Promise<void>
}

/**
 * Writes a line for the begin and the end of every effect. At the cut `end` is called; when that returns, the
 * job stands still for good: none of its effects begins or ends any more.
 */
export function createCuttingEffect(
  pointsFile: string,
  cut: Cut | null,
  end: (cut: Cut) => void,
): CuttingEffect {
  const points = openSync(pointsFile, 'w')
  const never = new Promise<never>(() => {})
  let begun = 0
  let last = { step: '', kind: '' }
  let isStanding = false
  let stand = (): void => {}
  const standing = new Promise<void>((resolve) => {
    stand = resolve
  })
  /** Whether the job stands still here. */
  const pass = (effect: number, moment: Moment, label: string): boolean => {
    if (isStanding) return true
    if (moment !== 'during')
      writeSync(points, `${JSON.stringify({ effect, moment, label, ...last } satisfies Point)}\n`)
    if (cut?.effect !== effect || cut.moment !== moment) return false
    end(cut)
    isStanding = true
    stand()
    return true
  }
  return {
    standing,
    onEvent: (event) => {
      if (event.type === 'step-started') last = { step: event.step, kind: event.kind }
    },
    effect: async (label, act) => {
      const effect = begun
      begun += 1
      if (pass(effect, 'before', label)) return never
      const acting = act()
      if (pass(effect, 'during', label)) return never
      try {
        return await acting
      } finally {
        if (pass(effect, 'after', label)) await never
      }
    },
  }
}

/** Ends this process, at once. */
export function die({ lingerMs = 0, wholeTree = false }: Cut): void {
  if (lingerMs > 0) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, lingerMs)
  if (wholeTree) for (const pid of descendantsOf(process.pid)) kill(pid)
  process.kill(process.pid, 'SIGKILL')
}

export async function readPoints(file: string): Promise<readonly Point[]> {
  const lines = (await readFile(file, 'utf8')).split('\n').slice(0, -1)
  return lines.map((line) => JSON.parse(line) as Point)
}

/** The effects in the order they began. */
export function labelsOf(points: readonly Point[]): readonly string[] {
  return points.filter(({ moment }) => moment === 'before').map(({ label }) => label)
}
