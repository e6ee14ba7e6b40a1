import { standardPolicy } from '../src/policy/run-policy.ts'
import { boundOf } from '../src/plan/simulate-bound.ts'
import type { Chance } from '../src/plan/simulate-chance.ts'
import { createChance, logNormal, pareto } from '../src/plan/simulate-chance.ts'
import { playOut } from '../src/plan/simulate-playout.ts'
import type { Bench } from './bench.ts'
import { between, layeredPlan } from './layered-plan.ts'

const SEED = 20_260_101
const PLANS = 1000
const WORKERS = 4

/** The makespans of one plan, each by what no schedule of it can beat. */
interface Ratios {
  readonly ready: number
  readonly waves: number
}

export const makespan: Bench = {
  name: `makespan of ${PLANS.toLocaleString('en')} random plans, mean`,
  unit: '×',
  against: `the longer of critical path and work ÷ ${WORKERS} workers`,
  bound: 1.1,
  measure: async () => {
    const chance = createChance(SEED)
    const ratios = Array.from({ length: PLANS }, () => ratiosOf(chance))
    const ready = ratios.map((each) => each.ready).toSorted((a, b) => a - b)
    const mean = meanOf(ready)
    return {
      samples: [mean],
      beside: {
        'ready queue': mean.toFixed(3),
        'its worst': (ready.at(-1) ?? NaN).toFixed(2),
        'barrier waves': meanOf(ratios.map(({ waves }) => waves)).toFixed(3),
        seed: `${SEED}`,
      },
    }
  },
}

/** Durations have a heavy tail, and the scheduler sees only estimates of them. */
function ratiosOf(chance: Chance): Ratios {
  const tasks = layeredPlan(chance, between(chance, 20, 200)).map((task) => ({
    ...task,
    minutes: pareto(chance, 1.5),
  }))
  const estimated = tasks.map((task) => ({ ...task, minutes: task.minutes * logNormal(chance, 0.5) }))
  const toils = new Map(tasks.map(({ id, minutes }) => [id, { minutes, as: 'done' }] as const))
  const least = boundOf(tasks, WORKERS).makespan
  const by = (order: 'ready' | 'waves'): number =>
    playOut(estimated, { ...standardPolicy, order, parallel: WORKERS }, toils).makespan / least
  return { ready: by('ready'), waves: by('waves') }
}

function meanOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}
