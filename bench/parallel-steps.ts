import type { Bench } from './bench.ts'
import { measureDurableSteps } from './durable-steps.ts'

export const parallelSteps: Bench = {
  name: '1,000 steps, ten at a time',
  unit: '×',
  against: 'two bare append + fsync of equal bytes for ten steps',
  bound: 1.5,
  measure: (scratch) => measureDurableSteps(scratch, 10),
}
