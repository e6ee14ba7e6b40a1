import type { Plan, Task } from '../plan.ts'
import { neededBy } from '../plan-graph.ts'
import type { PlanFinding } from '../plan-finding.ts'
import { pathProblem } from '../path-pattern.ts'
import { meet, overlap, readWriteSet } from '../write-set.ts'

export function badPaths({ tasks }: Plan): readonly PlanFinding[] {
  return tasks.flatMap(({ id, writeSet }, index) =>
    writeSet.flatMap((written, place) => {
      const problem = pathProblem(written)
      if (problem === null) return []
      const message = `The path "${written}" of task ${id} ${problem}.`
      const path = ['tasks', index, 'writeSet', place]
      return [{ rule: 'bad-path', severity: 'error', tasks: [id], path, message }]
    }),
  )
}

export function badConflicts({ tasks }: Plan): readonly PlanFinding[] {
  const known = new Set(tasks.map(({ id }) => id))
  return tasks.flatMap(({ id, conflicts }, index) =>
    conflicts.flatMap((other, place) => {
      if (known.has(other) && other !== id) return []
      const what = other === id ? 'itself' : `${other}, which is not in the plan`
      const message = `Task ${id} is in conflict with ${what}; name another task or take that away.`
      const path = ['tasks', index, 'conflicts', place]
      return [{ rule: 'bad-conflict', severity: 'error', tasks: [id], path, message }]
    }),
  )
}

/**
 * Tasks that could run at once and may write the same file. They are kept apart when they are carried out, so
 * this costs time and no more, unless the plan counts on their running at once.
 */
export function overlappingWrites({ tasks }: Plan): readonly PlanFinding[] {
  const needed = neededBy(tasks)
  const sets = tasks.map(({ writeSet }) => readWriteSet(writeSet))
  return tasks.flatMap((later, index) =>
    tasks.slice(0, index).flatMap((earlier, before) => {
      const [ours, theirs] = [sets[before], sets[index]]
      if (ours === undefined || theirs === undefined || areKeptApart(earlier, later)) return []
      if (needed(later.id).has(earlier.id) || needed(earlier.id).has(later.id)) return []
      if (!meet(ours, theirs)) return []
      const place = later.writeSet.findIndex((each) => overlap(earlier.writeSet, [each]))
      const sameGroup = later.group !== null && later.group === earlier.group
      const where = sameGroup ? `are to run at once in group ${later.group}` : 'can run at once'
      const finding: PlanFinding = {
        rule: 'overlapping-writes',
        severity: sameGroup ? 'error' : 'warning',
        tasks: [earlier.id, later.id],
        path: ['tasks', index, 'writeSet', place],
        message: `Tasks ${earlier.id} and ${later.id} ${where} and may both write ${later.writeSet[place]}; let one depend on the other, name the conflict, or give each its own files.`,
      }
      return [finding]
    }),
  )
}

function areKeptApart(a: Task, b: Task): boolean {
  if (a.id === b.id || a.conflicts.includes(b.id) || b.conflicts.includes(a.id)) return true
  return a.wave !== null && b.wave !== null && a.wave !== b.wave
}
