import type { Plan } from '../plan.ts'
import type { LintOptions, PlanFinding } from '../plan-finding.ts'

export function uncoveredCriteria({ tasks }: Plan, { criteria }: LintOptions): readonly PlanFinding[] {
  const covered = new Set(tasks.flatMap(({ covers }) => covers))
  return (criteria ?? []).flatMap((id) => {
    if (covered.has(id)) return []
    const message = `No task covers the criterion ${id}; name it in \`covers\` of the task that makes it true.`
    return [{ rule: 'uncovered-criterion', severity: 'error', tasks: [], path: ['tasks'], message }]
  })
}

export function unknownCriteria({ tasks }: Plan, { criteria }: LintOptions): readonly PlanFinding[] {
  if (criteria === null) return []
  return tasks.flatMap(({ id, covers }, index) =>
    covers.flatMap((covered, place) => {
      if (criteria.includes(covered)) return []
      const known = criteria.length === 0 ? 'there are none' : `there are ${criteria.join(', ')}`
      const message = `Task ${id} covers ${covered}, which is no criterion of the specification; ${known}.`
      const path = ['tasks', index, 'covers', place]
      return [{ rule: 'unknown-criterion', severity: 'error', tasks: [id], path, message }]
    }),
  )
}
