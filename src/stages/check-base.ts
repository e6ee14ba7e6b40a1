import { verify } from '../gates/verify.ts'
import { RunFailure } from '../kernel/failure.ts'
import type { Run } from '../kernel/playbook.ts'
import type { Question } from '../kernel/question.ts'
import type { Job } from './job.ts'

/** Proves the base before an agent is paid; a base that is not green is one clear question. */
export async function checkBase(run: Run, job: Job, tree: string): Promise<void> {
  const verdict = await verify(run, 'baseline', job.base, tree, job.proof)
  if (verdict.status === 'passed') return
  const last = verdict.evidence.at(-1)
  const withheld =
    last === undefined || last.withheld.length === 0
      ? ''
      : ` Not passed on to it: ${last.withheld.join(', ')}.`
  const answer = await run.question(
    'base-not-green',
    question(verdict.message + withheld, last?.output ?? ''),
  )
  if (answer.option === 'stop') {
    throw new RunFailure({
      code: 'rejected',
      message: `Stopped, because the base is not green: ${verdict.message}`,
    })
  }
}

function question(message: string, output: string): Question {
  return {
    kind: 'choice',
    text: `Before any change: ${message} Work can only be called done when these commands pass.`,
    options: [
      { id: 'go-on', label: 'Go on; the agents have to make it green' },
      { id: 'stop', label: 'Stop here' },
    ],
    free: false,
    details: { output: output.slice(-2000) },
  }
}
