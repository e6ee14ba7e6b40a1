import type { Action } from '../../policy/after-failure.ts'
import { afterFailure } from '../../policy/after-failure.ts'
import type { FailureReport } from '../../policy/failure-report.ts'
import type { Attempt } from './attempt.ts'
import { fact } from '../facts.ts'

/** Records a failure and decides what follows from it and all that was recorded before it. */
export async function judgeFailure(
  { run, job, desk, task, number }: Attempt,
  name: string,
  report: FailureReport,
  repeats = 1,
): Promise<Action> {
  const { class: of, signature, problem, evidence, retries = 0 } = report
  const value = {
    task: task.id,
    attempt: number,
    wave: desk.wave,
    class: of,
    signature,
    problem,
    evidence,
    ...(retries === 0 ? {} : { retries }),
  }
  await run.record(`failure-${name}`, fact({ kind: 'failure', value }))
  const tally = desk.tallyAt(`${run.scopeName}/failure-${name}`)
  return run.decide(`after-${name}`, () => afterFailure(report, job.policy, tally, repeats))
}
