import type { Plan, TaskContract } from '../plan.ts'
import { neededBy } from '../plan-graph.ts'
import type { PlanFinding } from '../plan-finding.ts'

/** Contracts between tasks that are not there, or against the order in which they run. */
export function badContracts({ tasks, contracts }: Plan): readonly PlanFinding[] {
  const known = new Set(tasks.map(({ id }) => id))
  const needed = neededBy(tasks)
  return contracts.flatMap((contract, index) =>
    problems(contract, known, needed).map(({ key, about, message }) => ({
      rule: 'bad-contract',
      severity: 'error',
      tasks: about,
      path: ['contracts', index, key],
      message,
    })),
  )
}

function problems(
  { from, to }: TaskContract,
  known: ReadonlySet<string>,
  needed: (id: string) => ReadonlySet<string>,
) {
  const unknown = [
    { key: 'from', id: from },
    { key: 'to', id: to },
  ].filter(({ id }) => !known.has(id))
  if (unknown.length > 0) {
    return unknown.map(({ key, id }) => ({
      key,
      about: [],
      message: `The contract from ${from} to ${to} names ${id}, which is not in the plan; name a task or take it away.`,
    }))
  }
  if (from === to) {
    const message = `Task ${from} has a contract with itself; take it away.`
    return [{ key: 'to', about: [from], message }]
  }
  if (!needed(from).has(to)) return []
  const message = `Task ${to} is to use what ${from} makes, but ${from} waits for ${to}; turn the contract or the dependency around.`
  return [{ key: 'to', about: [from, to], message }]
}
