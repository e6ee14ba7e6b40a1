import type { Plan, Task } from '../plan.ts'
import type { LintOptions, PlanFinding } from '../plan-finding.ts'

export function largeTasks({ tasks }: Plan, options: LintOptions): readonly PlanFinding[] {
  return tasks.flatMap((task, index) =>
    tooLarge(task, options).map(({ measure, words }) => ({
      rule: 'task-too-large',
      severity: 'warning',
      tasks: [task.id],
      path: ['tasks', index, 'estimates', measure],
      message: `Task ${task.id} ${words}; split it.`,
    })),
  )
}

function tooLarge({ estimates }: Task, { mostFiles, mostLines }: LintOptions) {
  const { effort, files, lines } = estimates
  return [
    ...(effort === 'large' ? [{ measure: 'effort', words: 'is a large effort' }] : []),
    ...(files !== null && files > mostFiles
      ? [{ measure: 'files', words: `changes ${files} files, more than ${mostFiles}` }]
      : []),
    ...(lines !== null && lines > mostLines
      ? [{ measure: 'lines', words: `changes ${lines} lines, more than ${mostLines}` }]
      : []),
  ]
}

/** A task's own commands count for all of its criteria. */
export function unverifiedCriteria({ tasks }: Plan): readonly PlanFinding[] {
  return tasks.flatMap(({ id, acceptance, verification }, index) => {
    const first = acceptance.findIndex((each) => (each.verification ?? '').trim() === '')
    if (first === -1 || verification.length > 0) return []
    const message = `Task ${id} does not say how "${acceptance[first]?.criterion ?? ''}" is verified; give the criterion a verification, or the task a command.`
    return [
      {
        rule: 'unverified-criterion',
        severity: 'warning',
        tasks: [id],
        path: ['tasks', index, 'acceptance', first],
        message,
      },
    ]
  })
}
