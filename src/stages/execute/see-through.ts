import type { Run } from '../../kernel/playbook.ts'
import type { Task } from '../../plan/plan.ts'
import type { Carried } from './attempt.ts'
import { nothingCarried } from './attempt.ts'
import { attemptTask } from './attempt-task.ts'
import { fact } from '../facts.ts'
import type { Job } from '../job.ts'
import { roleFor } from './role-for.ts'
import type { TaskDesk } from './task-desk.ts'

export type TaskResult = {
  readonly id: string
  readonly title: string
  /** `replanning`: it cannot be done as it is planned. */
  readonly state: 'done' | 'given-up' | 'blocked' | 'replanning'
  readonly attempts: number
  readonly commit: string | null
  readonly problem: string | null
}

/** Carries out a task until it is proven, a person gives it up, or the plan has to change. */
export async function seeThrough(
  run: Run,
  job: Job,
  desk: TaskDesk,
  task: Task,
  attemptsBefore = 0,
): Promise<TaskResult> {
  const { id, title } = task
  let carried: Carried = { ...nothingCarried, packet: job.before?.tasks[id]?.packet ?? null }
  let role = roleFor(task, job.policy)
  if (role !== task.role) {
    const value = {
      task: id,
      from: task.role,
      to: role,
      missing: 'It is about files of a mobile app.',
      by: 'tutti',
    }
    await run.record('routed', fact({ kind: 'reassigned', value }))
  }
  for (let number = attemptsBefore + 1; ; number += 1) {
    const scope = run.scope(`attempt-${number}`)
    const attempt = { number, task: { ...task, role }, job, desk, run: scope, taskRun: run }
    const end = await attemptTask(attempt, carried)
    const result = { id, title, attempts: number, commit: null, problem: null }
    switch (end.kind) {
      case 'done':
        return { ...result, state: 'done', commit: end.commit }
      case 'again':
        carried = end.carried
        continue
      case 'reassign':
        carried = end.carried
        role = end.role
        continue
      case 'given-up':
        await tell(run, id, 'given-up', number, end.problem)
        return { ...result, state: 'given-up', problem: end.problem }
      case 'replan':
        desk.drain()
        await tell(run, id, 'replanning', number, end.reason)
        return { ...result, state: 'replanning', problem: end.reason }
    }
  }
}

/** Takes note that a task can never start. */
export async function passOver(run: Run, { id, title }: Task): Promise<TaskResult> {
  const problem = 'Something it depends on was not done.'
  await tell(run, id, 'blocked', 0, problem)
  return { id, title, state: 'blocked', attempts: 0, commit: null, problem }
}

/** Takes note that a person does not want a task to start. */
export async function leaveOut(run: Run, { id, title }: Task, by: string): Promise<TaskResult> {
  const problem = `Left out by ${by}.`
  await tell(run, id, 'given-up', 0, problem)
  return { id, title, state: 'given-up', attempts: 0, commit: null, problem }
}

function tell(
  run: Run,
  task: string,
  state: 'given-up' | 'replanning' | 'blocked',
  attempt: number,
  note: string,
): Promise<void> {
  return run.record(
    `task-${state}`,
    fact({ kind: 'task', value: { task, state, attempt, agent: null, note } }),
  )
}
