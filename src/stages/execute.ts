import { deferred } from '../kernel/deferred.ts'
import { RunFailure } from '../kernel/failure.ts'
import { parallel } from '../kernel/parallel.ts'
import type { Run } from '../kernel/playbook.ts'
import type { Plan, Task } from '../plan/plan.ts'
import type { TaskEnd } from './carry-out-task.ts'
import { carryOutTask } from './carry-out-task.ts'
import { fact } from './facts.ts'
import type { IntegrationLine } from './integrate.ts'
import type { Job } from './job.ts'
import { Turnstile } from './turnstile.ts'

export type TaskResult = {
  readonly id: string
  readonly title: string
  readonly state: 'done' | 'given-up' | 'blocked'
  readonly attempts: number
  readonly commit: string | null
  readonly problem: string | null
}

/** Carries out the plan: a task starts when everything it depends on is proven and an agent is free. */
export async function execute(
  run: Run,
  job: Job,
  line: IntegrationLine,
  plan: Plan,
  revision: number,
): Promise<TaskResult[]> {
  const turnstile = new Turnstile(job.policy.parallel)
  const ends = new Map(plan.tasks.map((task) => [task.id, deferred<TaskResult['state']>()]))
  return parallel(plan.tasks, plan.tasks.length, async (task) => {
    try {
      const needed = await Promise.all(task.dependencies.map((id) => ends.get(id)?.promise))
      const result = needed.every((state) => state === 'done')
        ? await turnstile.pass(() =>
            carryOut(run.scope(`${task.id}@r${revision}`, job.taskLimits), job, line, task),
          )
        : await blocked(run.scope(`${task.id}@r${revision}`), task)
      ends.get(task.id)?.resolve(result.state)
      return result
    } catch (thrown) {
      ends.get(task.id)?.resolve('blocked')
      throw thrown
    }
  })
}

async function carryOut(run: Run, job: Job, line: IntegrationLine, task: Task): Promise<TaskResult> {
  let from = { attempt: 1, attempts: job.policy.attempts }
  for (;;) {
    const end = await carryOutTask(run, job, line, task, from)
    const { attempts } = end
    if (end.kind === 'done') {
      return { id: task.id, title: task.title, state: 'done', attempts, commit: end.commit, problem: null }
    }
    if ((await askWhatNow(run, task, end)) === 'give-up') {
      const value = {
        task: task.id,
        state: 'given-up',
        attempt: attempts,
        agent: null,
        note: end.problem,
      } as const
      await run.record('task-given-up', fact({ kind: 'task', value }))
      return {
        id: task.id,
        title: task.title,
        state: 'given-up',
        attempts,
        commit: null,
        problem: end.problem,
      }
    }
    from = { attempt: attempts + 1, attempts: attempts + job.policy.attempts }
  }
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

async function blocked(run: Run, task: Task): Promise<TaskResult> {
  const problem = 'Something it depends on was not done.'
  const value = { task: task.id, state: 'blocked', attempt: 0, agent: null, note: problem } as const
  await run.record('task-blocked', fact({ kind: 'task', value }))
  return { id: task.id, title: task.title, state: 'blocked', attempts: 0, commit: null, problem }
}
