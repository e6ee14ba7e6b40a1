import { RunFailure } from '../kernel/failure.ts'
import type { Run } from '../kernel/playbook.ts'
import type { Task } from '../plan/plan.ts'
import type { TaskEnd } from './carry-out-task.ts'
import { carryOutTask } from './carry-out-task.ts'
import { fact } from './facts.ts'
import type { IntegrationLine } from './integrate.ts'
import type { Job } from './job.ts'

export type TaskResult = {
  readonly id: string
  readonly title: string
  readonly state: 'done' | 'given-up' | 'blocked'
  readonly attempts: number
  readonly commit: string | null
  readonly problem: string | null
}

/** Carries out a task until it is proven or a person gives it up. */
export async function seeThrough(run: Run, job: Job, line: IntegrationLine, task: Task): Promise<TaskResult> {
  const { id, title } = task
  let from = { attempt: 1, attempts: job.policy.attempts }
  for (;;) {
    const end = await carryOutTask(run, job, line, task, from)
    const { attempts } = end
    if (end.kind === 'done') {
      return { id, title, state: 'done', attempts, commit: end.commit, problem: null }
    }
    const { problem } = end
    if ((await askWhatNow(run, task, end)) === 'give-up') {
      const value = { task: id, state: 'given-up', attempt: attempts, agent: null, note: problem } as const
      await run.record('task-given-up', fact({ kind: 'task', value }))
      return { id, title, state: 'given-up', attempts, commit: null, problem }
    }
    from = { attempt: attempts + 1, attempts: attempts + job.policy.attempts }
  }
}

/** Takes note that a task can never start. */
export async function passOver(run: Run, { id, title }: Task): Promise<TaskResult> {
  const problem = 'Something it depends on was not done.'
  const value = { task: id, state: 'blocked', attempt: 0, agent: null, note: problem } as const
  await run.record('task-blocked', fact({ kind: 'task', value }))
  return { id, title, state: 'blocked', attempts: 0, commit: null, problem }
}

/** Exhaustion is final until a person gives more. */
async function askWhatNow(
  run: Run,
  task: Task,
  end: Extract<TaskEnd, { kind: 'failed' }>,
): Promise<'again' | 'give-up'> {
  const answer = await run.question(`exhausted-${end.attempts}`, {
    kind: 'choice',
    text: `${task.id} (${task.title}) failed ${end.attempts} times. Last: ${end.problem}`,
    options: [
      { id: 'again', label: 'Give it as many attempts again' },
      { id: 'give-up', label: 'Go on without it and without what depends on it' },
      { id: 'stop', label: 'End the run' },
    ],
    free: false,
  })
  if (answer.option === 'stop')
    throw new RunFailure({ code: 'rejected', message: `Ended by ${answer.by} at ${task.id}.` })
  return answer.option === 'again' ? 'again' : 'give-up'
}
