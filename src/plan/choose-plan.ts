import type { Plan } from './plan.ts'
import { planMetrics, riskRank } from './plan-metrics.ts'

/**
 * The best of several plans for one objective: the one whose first wave is widest, of those the one with the
 * fewest dependencies, of those the one with the lowest risk; of equals the first.
 */
export function choosePlan(variants: readonly [Plan, ...Plan[]]): Plan {
  const scored = variants.map((plan) => {
    const { firstWave, dependencies, risk } = planMetrics(plan, 1)
    return { plan, score: [-firstWave, dependencies, riskRank(risk)] }
  })
  const [best] = scored.toSorted((a, b) => compare(a.score, b.score))
  return best?.plan ?? variants[0]
}

function compare(a: readonly number[], b: readonly number[]): number {
  const index = a.findIndex((each, place) => each !== b[place])
  return index === -1 ? 0 : (a[index] ?? 0) - (b[index] ?? 0)
}
