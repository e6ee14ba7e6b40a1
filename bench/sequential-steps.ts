import type { Bench } from './bench.ts'
import { measureDurableSteps } from './durable-steps.ts'

export const sequentialSteps: Bench = {
  name: '1,000 steps, one after the other',
  unit: '×',
  against: 'two bare append + fsync of equal bytes a step',
  bound: 1.5,
  measure: (scratch) => measureDurableSteps(scratch, 1),
}
