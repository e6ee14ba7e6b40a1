import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import type { Bench } from './bench.ts'
import { median } from './median.ts'
import type { MemoryGrowth } from './open-steps-child.ts'

const ROUNDS = 7
const MEGABYTE = 1_048_576

export const openSteps: Bench = {
  name: '1,000 open steps',
  unit: 'MB',
  against: 'resident memory (rss) above the same run idle',
  bound: 50,
  measure: async (scratch) => {
    const growths = Array.from({ length: ROUNDS }, (_, round) => growOnce(join(scratch, `${round}`)))
    return {
      samples: growths.map(({ rss }) => rss / MEGABYTE),
      beside: { heap: `${(median(growths.map(({ heap }) => heap)) / MEGABYTE).toFixed(1)} MB` },
    }
  },
}

/** In a process of its own, so that nothing else's memory is counted. */
function growOnce(folder: string): MemoryGrowth {
  const child = join(import.meta.dirname, 'open-steps-child.js')
  const growth: MemoryGrowth = JSON.parse(
    execFileSync(process.execPath, ['--expose-gc', child, folder], { encoding: 'utf8' }),
  )
  return growth
}
