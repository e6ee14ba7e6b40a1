import { refuseDocument } from '../../config/read-document.ts'
import type { Plan } from '../../plan/plan.ts'
import { planSchema } from '../../plan/plan-schema.ts'
import type { TasksFile } from './files-schema.ts'
import { tasksFile } from './files-schema.ts'
import { readFile } from '../read-file.ts'
import type { RestoredTask, TaskGroup } from './ticket-facts.ts'

/** What a `tasks.yaml` says: the plan, the order of its groups, and how far each task is. */
export interface ReadTasks {
  readonly plan: Plan
  readonly groups: readonly TaskGroup[]
  readonly restored: readonly RestoredTask[]
  readonly allowlist: readonly string[]
}

/** Keys that are read by themselves; whatever else a task says is part of its description. */
const KNOWN = new Set(
  `id title description files_to_modify test_files success_criteria parallel_group depends_on status attempt started_at
  first_code_change_at completed_at last_error execution_strategy`.split(/\s+/),
)

/** Throws `bad-input` with file and line when it is no such file, or when its groups do not fit its tasks. */
export function readTasks(path: string, text: string, objective: string): ReadTasks {
  const file = readFile(tasksFile, path, text)
  checkOrder(path, file)
  const order = file.execution_order
  const tasks = file.tasks.map((task) => {
    const at = order.findIndex(({ tasks: ids }) => ids.includes(task.id))
    const [line = ''] = task.description.trim().split('\n')
    return {
      id: task.id,
      title: task.title ?? line.slice(0, 120),
      description: [task.description.trim(), ...more(task)].join('\n\n'),
      dependencies: [...task.depends_on],
      wave: at + 1,
      group: order[at]?.group ?? task.parallel_group,
      writeSet: [...new Set([...task.files_to_modify, ...task.test_files])],
      acceptance: [...task.success_criteria],
    }
  })
  return {
    plan: planSchema.parse({ objective, tasks }),
    groups: order.map(({ group, strategy, tasks: ids }) => ({ group, strategy, tasks: [...ids] })),
    restored: file.tasks.map(({ id, status, attempt, started_at, first_code_change_at, completed_at }) => ({
      task: id,
      status: status.toUpperCase(),
      attempt,
      startedAt: started_at,
      changedAt: first_code_change_at,
      acceptedAt: completed_at,
    })),
    allowlist: [...file.validation_policy.baseline_allowlist],
  }
}

function more(task: TasksFile['tasks'][number]): readonly string[] {
  return Object.entries(task).flatMap(([key, value]) => {
    const said = typeof value === 'string' ? value : JSON.stringify(value ?? '')
    return KNOWN.has(key) || ['', '""', '[]'].includes(said) ? [] : [`${key}: ${said}`]
  })
}

/** The groups, the order and the tasks must speak of the same ids. */
function checkOrder(path: string, { tasks, parallel_groups, execution_order }: TasksFile): void {
  const ids = new Set(tasks.map(({ id }) => id))
  const ordered = new Set(execution_order.flatMap((entry) => entry.tasks))
  const named = [...ordered, ...Object.values(parallel_groups).flat()]
  const strange = named.filter((id) => !ids.has(id))
  const lost = [...ids].filter((id) => !ordered.has(id))
  const groups = execution_order.filter(({ group }) => !Object.hasOwn(parallel_groups, group))
  const [why] = [
    ...strange.map((id) => `a group names ${id}, which is no task; take it out or add the task`),
    ...lost.map((id) => `${id} is in no entry of \`execution_order\`; add it to one`),
    ...groups.map(
      ({ group }) => `\`execution_order\` names the group ${group}, which \`parallel_groups\` does not have`,
    ),
  ]
  if (why !== undefined) throw refuseDocument(path, [{ line: 1, column: 1, text: `${why}.` }])
}
