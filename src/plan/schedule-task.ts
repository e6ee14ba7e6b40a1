import { estimatedMinutes } from './estimated-minutes.ts'
import type { Plan, Task } from './plan.ts'

/** As much of a task as deciding when it starts needs. */
export interface ScheduledTask {
  readonly id: string
  readonly dependencies: readonly string[]
  /** Empty: nobody knows what it will write. */
  readonly writeSet: readonly string[]
  /** Ids of tasks that must not run at the same time; one side saying so is enough. */
  readonly conflicts: readonly string[]
  readonly role: string
  /** The agent program that does it. */
  readonly agent: string
  /** The round it is meant for; `null`: the one after its dependencies. */
  readonly wave: number | null
  /** How long it is thought to take. */
  readonly minutes: number
}

/** A plan's tasks as the scheduler sees them. */
export function scheduledTasks(
  { tasks }: Pick<Plan, 'tasks'>,
  agentOf: (task: Task) => string,
): readonly ScheduledTask[] {
  return tasks.map((task) => {
    const { id, dependencies, writeSet, conflicts, role, wave } = task
    const minutes = estimatedMinutes(task)
    return { id, dependencies, writeSet, conflicts, role, agent: agentOf(task), wave, minutes }
  })
}
