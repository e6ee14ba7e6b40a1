import type { Bench, Measured } from './bench.ts'
import { median } from './median.ts'

export interface Judgement {
  readonly name: string
  readonly against: string
  readonly unit: Bench['unit']
  readonly bound: number
  /** The median of the samples, which alone decides. */
  readonly measured: number
  readonly spread: { readonly least: number; readonly most: number; readonly samples: number }
  /** A miss is measured again: most are made by other work on the machine. */
  readonly attempts: number
  readonly passed: boolean
  readonly beside: Measured['beside']
}

export function judge(bench: Bench, { samples, beside }: Measured, attempts: number): Judgement {
  const measured = median(samples)
  return {
    name: bench.name,
    against: bench.against,
    unit: bench.unit,
    bound: bench.bound,
    measured,
    spread: { least: Math.min(...samples), most: Math.max(...samples), samples: samples.length },
    attempts,
    passed: measured <= bench.bound,
    beside,
  }
}
