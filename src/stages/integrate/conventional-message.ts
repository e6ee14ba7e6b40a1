import type { Task } from '../../plan/plan.ts'
import type { CommitKind } from '../../policy/process-policy.ts'
import { COMMIT_KINDS } from '../../policy/process-policy.ts'
import { conventionalTitle } from './conventional-title.ts'

type Named = Pick<Task, 'id' | 'title' | 'role' | 'fixes'>

/** What a commit on the line says, as a conventional commit: one task by its title, several by one line each. */
export function conventionalMessage(
  tasks: readonly Named[],
  kinds: readonly CommitKind[] = COMMIT_KINDS,
): string {
  const [first, ...more] = tasks
  if (first === undefined) return ''
  if (more.length === 0) return `${conventionalTitle(first, kinds)}\n\nTask ${first.id}.`
  const titles = tasks.map((task) => ({ id: task.id, title: conventionalTitle(task, kinds) }))
  const used = new Set(titles.map(({ title }) => /^[a-z]+/.exec(title)?.[0] ?? ''))
  const [kind = ''] = used.size === 1 ? used : ['feat']
  const lines = titles.map(({ id, title }) => `- ${id}: ${title}`)
  return `${kind}: ${tasks.length} tasks proven together\n\n${lines.join('\n')}`
}
