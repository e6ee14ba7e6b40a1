import type { Plan } from '../plan.ts'
import { neededBy, wavesOf } from '../plan-graph.ts'
import type { PlanFinding } from '../plan-finding.ts'

/** A task may share a wave with what it waits for, and then follows it there; it cannot stand in an earlier one. */
export function waveOrder({ tasks }: Plan): readonly PlanFinding[] {
  const byId = new Map(tasks.map((task) => [task.id, task]))
  const latest = new Map<string, number>()
  for (const id of wavesOf(tasks).flat()) {
    const { wave = null, dependencies = [] } = byId.get(id) ?? {}
    latest.set(id, Math.max(wave ?? 0, ...dependencies.map((each) => latest.get(each) ?? 0)))
  }
  return tasks.flatMap(({ id, wave, dependencies }, index) => {
    const late = dependencies.find((each) => wave !== null && (latest.get(each) ?? 0) > wave)
    if (late === undefined) return []
    const message = `Task ${id} is in wave ${wave}, but waits for ${late}, which is not done before wave ${latest.get(late)}; move one of them.`
    return [
      { rule: 'wave-order', severity: 'error', tasks: [id, late], path: ['tasks', index, 'wave'], message },
    ]
  })
}

export function groupOrder({ tasks }: Plan): readonly PlanFinding[] {
  const needed = neededBy(tasks)
  return tasks.flatMap(({ id, group }, index) => {
    const before = tasks.find(
      (other) => group !== null && other.group === group && other.id !== id && needed(id).has(other.id),
    )
    if (before === undefined) return []
    const message = `Tasks ${before.id} and ${id} are to run at once in group ${group}, but ${id} waits for ${before.id}; put them into different groups.`
    const path = ['tasks', index, 'group']
    return [{ rule: 'group-order', severity: 'error', tasks: [before.id, id], path, message }]
  })
}
