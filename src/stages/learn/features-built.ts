import type { Plan } from '../../plan/plan.ts'
import type { Prd } from '../../plan/prd.ts'
import { meaningfulWords } from '../intake/meaningful-words.ts'
import type { TaskResult } from '../execute/see-through.ts'

type Feature = Prd['features'][number]

/**
 * Features whose status is another one now. A feature is built by the tasks that speak of it; one that this run has
 * written down, and that no task speaks of, is built by all of them together.
 */
export function featuresBuilt(
  prd: Prd,
  before: Prd | null,
  { tasks }: Pick<Plan, 'tasks'>,
  results: readonly TaskResult[],
): readonly Feature[] {
  const done = new Set(results.flatMap(({ id, state }) => (state === 'done' ? [id] : [])))
  const old = new Set((before?.features ?? []).map((feature) => JSON.stringify(feature)))
  return prd.features.flatMap((feature) => {
    if (feature.status === 'complete') return []
    const speaking = tasks.filter((task) => speaksOf(task, feature))
    const builders = speaking.length > 0 ? speaking : old.has(JSON.stringify(feature)) ? [] : tasks
    const built = builders.filter(({ id }) => done.has(id)).length
    if (built === 0) return []
    const status = built === builders.length ? 'complete' : 'in_progress'
    return status === feature.status ? [] : [{ ...feature, status } as const]
  })
}

function speaksOf({ title, description }: Plan['tasks'][number], { name }: Feature): boolean {
  const said = new Set(meaningfulWords(`${title} ${description}`))
  const named = meaningfulWords(name)
  return named.length > 0 && named.every((word) => said.has(word))
}
