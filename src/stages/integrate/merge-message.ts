import type { Task } from '../../plan/plan.ts'

type Named = Pick<Task, 'id' | 'title'>

/** What a commit on the line says: one task by its title, several by one line each. */
export function mergeMessage(tasks: readonly Named[]): string {
  const [first, ...more] = tasks
  if (first === undefined) return ''
  if (more.length === 0) return `${title(first)}\n\nTask ${first.id}.`
  const lines = tasks.map((task) => `- ${task.id}: ${title(task)}`)
  return `${tasks.map(({ id }) => id).join(', ')}: ${tasks.length} tasks proven together\n\n${lines.join('\n')}`
}

function title(task: Named): string {
  return task.title.replaceAll(/\s+/g, ' ').trim()
}
