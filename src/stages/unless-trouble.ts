import { RunFailure } from '../kernel/failure.ts'
import type { Run } from '../kernel/playbook.ts'
import { fact } from './facts.ts'
import { isTaskTrouble } from './execute/is-task-trouble.ts'

/** For help that a run can do without: when the agent cannot give it, that is said, and the run goes on. */
export async function unlessTrouble<T>(run: Run, trouble: string, work: () => Promise<T>): Promise<T | null> {
  try {
    return await work()
  } catch (thrown) {
    if (!(thrown instanceof RunFailure) || !isTaskTrouble(thrown.failure)) throw thrown
    const text = `${trouble}: ${thrown.message}`
    await run.record('without', fact({ kind: 'notice', value: { text } }))
    return null
  }
}
