import type { AskReason } from '../../policy/after-failure.ts'
import type { FailureLevel } from '../../policy/failure-ledger.ts'
import { emptyTally } from '../../policy/failure-ledger.ts'
import type { FailureReport } from '../../policy/failure-report.ts'
import type { Attempt } from './attempt.ts'
import { endedBy } from './ended-by.ts'
import { fact } from '../facts.ts'
import { agentsFor } from '../job.ts'
import { BACK, usableAgain } from '../next-agent.ts'

type PersonsWord =
  | { readonly kind: 'again'; readonly text: string | null }
  | { readonly kind: 'given-up'; readonly problem: string }
  | { readonly kind: 'replan'; readonly reason: string }

/** Exhaustion is final until a person gives more. */
export async function askWhatNow(
  { taskRun, job, desk, task, number }: Attempt,
  { problem, class: of, signature, evidence }: FailureReport,
  why: AskReason,
): Promise<PersonsWord> {
  const crew = agentsFor(job, task.role, task)
  const alike = why === 'unavailable' ? { alike: { about: usableAgain(crew), option: 'again' } } : {}
  const answer = await taskRun.question(`exhausted-${number}`, {
    kind: 'choice',
    text: `${task.id} (${task.title}): ${reasons[why](number)} Last: ${problem}`,
    options: [
      { id: 'again', label: why === 'unavailable' ? USABLE_AGAIN : 'Give it as many attempts again' },
      { id: 'replan', label: 'Have the plan made anew' },
      { id: 'give-up', label: 'Go on without it and without what depends on it' },
      { id: 'stop', label: 'End the run' },
    ],
    free: true,
    ...alike,
    details: { class: of, signature, output: evidence },
  })
  if (answer.option === 'stop') throw endedBy(answer.by, task.id)
  if (answer.option === 'give-up') return { kind: 'given-up', problem }
  if (answer.option === 'replan') return { kind: 'replan', reason: problem }
  if (isLevel(why)) {
    const value = { task: task.id, wave: desk.wave, level: why, class: of }
    await taskRun.record(`granted-${number}`, fact({ kind: 'grant', value }))
  }
  if (why === 'unavailable') {
    const text = `${answer.by} says that ${crew.join(' and ')} can be used again.`
    await taskRun
      .scope(`usable-${number}`)
      .record(BACK, fact({ kind: 'notice', value: { text, back: crew } }))
  }
  return { kind: 'again', text: answer.text }
}

const USABLE_AGAIN = 'Try again: its agent can be used now'

const reasons: Readonly<Record<AskReason, (attempts: number) => string>> = {
  attempts: (attempts) => `failed ${attempts} times.`,
  same: (attempts) => `fails again and again in the same way, after ${attempts} attempts.`,
  everywhere: () => 'failed as tasks of this run do again and again: what is wrong may not be the task.',
  task: (attempts) => `has no failure of this class left, after ${attempts} attempts.`,
  wave: () => 'failed, and the tasks of its wave have no failure of this class left.',
  run: () => 'failed, and the run has no failure of this class left.',
  escalated: () => 'cannot go on without you.',
  unavailable: () => 'its agent cannot be used.',
  input: () => 'asks something.',
  approval: () => 'needs your word.',
  replans: () => 'says again that the plan cannot work.',
}

function isLevel(why: AskReason): why is FailureLevel {
  return Object.hasOwn(emptyTally.counts, why)
}
