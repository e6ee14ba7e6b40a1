import type { RunView } from './run-view.ts'

/** What a list says of a run. */
export interface RunRow extends Pick<
  RunView,
  'run' | 'playbook' | 'objective' | 'status' | 'startedAt' | 'updatedAt' | 'progress' | 'delivery'
> {
  /** Whether a question is open. */
  readonly isAsking: boolean
}

export function rowOf(view: RunView): RunRow {
  const { run, playbook, objective, status, startedAt, updatedAt, progress, delivery, questions } = view
  const isAsking = questions.some(({ answer }) => answer === null)
  return { run, playbook, objective, status, startedAt, updatedAt, progress, delivery, isAsking }
}
