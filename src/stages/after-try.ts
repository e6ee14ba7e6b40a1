import type { Failure } from '../kernel/failure.ts'
import { RunFailure } from '../kernel/failure.ts'
import type { Run } from '../kernel/playbook.ts'
import type { Action } from '../policy/after-failure.ts'
import { afterFailure } from '../policy/after-failure.ts'
import type { FailureClass } from '../policy/failure-class.ts'
import { classOfFailure } from '../policy/failure-class.ts'
import { emptyTally } from '../policy/failure-ledger.ts'
import { isTransient } from '../policy/is-transient.ts'
import type { FailedOver } from './facts.ts'
import { fact } from './facts.ts'
import type { Job } from './job.ts'
import type { Away } from './next-agent.ts'
import { BACK, FAILED_OVER, nextAgent, usableAgain } from './next-agent.ts'

/** One call of a role: who may take it, in order, and what it is about. */
export interface Call {
  readonly role: string
  readonly task: string | null
  readonly crew: readonly [string, ...string[]]
  readonly unavailable: WhenUnavailable
}

/**
 * What follows when nobody of a call's crew can be used before a person logs in, pays or installs something: a person
 * is asked, may have the run go on without, or whoever called asks in words of its own.
 */
export type WhenUnavailable = 'ask' | 'ask-or-without' | 'throw'

/** How a call stands before its next try. */
export interface CallStanding {
  readonly agent: string
  /** Failures of this agent that its tries are counted by, and its rounds of replies that did not fit. */
  readonly failed: number
  readonly rounds: number
  /** How often it was waited for until a moment that it had told. */
  readonly waits: number
  /** Who is not asked again in this call. */
  readonly out: readonly string[]
  /** The commit that keeps what an earlier try had written. */
  readonly kept: string | null
  /** The session that the next try goes on with. */
  readonly parked: { readonly session: string; readonly commit: string } | null
}

/** Who takes the first try: the first choice, unless the run knows already that it cannot be used. */
export async function beginCall(attempt: Run, job: Job, { role, task, crew }: Call): Promise<CallStanding> {
  const [first] = crew
  const fresh = { failed: 0, rounds: 0, waits: 0, out: [], kept: null, parked: null }
  if (crew.length === 1) return { agent: first, ...fresh }
  const { agent, until } = await nextAgent(attempt, 'agent', job, crew, null)
  if (agent !== first) {
    const text = `${agent} takes over as ${role}: ${first} cannot be used now.`
    const value = { role, task, from: first, to: agent, text, isAway: false, until: null }
    await attempt.record('taken-over', fact({ kind: 'failed-over', value }))
  }
  if (until !== null) await attempt.sleep('wait', { until })
  return { agent, ...fresh }
}

/**
 * What follows from a failed try, told and waited for: the standing of the next try, or `null` when the call has
 * failed for good.
 */
export async function afterTry(
  attempt: Run,
  job: Job,
  call: Call,
  before: CallStanding,
  thrown: RunFailure,
): Promise<CallStanding | null> {
  const { failure } = thrown
  const after = tookDown(before, failure)
  // The next turn begins by asking a person for more, and then goes on where this one was stopped.
  if (failure.code === 'agent-failed' && failure.trouble === 'over-limit') return after
  const until = failure.code === 'agent-failed' ? (failure.retryAt ?? null) : null
  const of = classOfFailure(failure)
  const action = actionAfter(job, after, failure, of, until)
  const { agent } = before
  const isAway = of === 'model_unavailable'
  const isOut = isAway || (action.kind === 'fail-attempt' && of !== 'escalate')
  const standing = isOut ? { ...after, out: [...after.out, agent] } : after
  if (isOut || action.kind === 'wait-until') {
    const news = isAway || until !== null ? { agent, until } : null
    const over = await failOver(attempt, job, call, standing, news, thrown.message)
    if (over !== null) return over
  }
  if (isAway && action.kind === 'fail-attempt') return askForReturn(attempt, call, after, thrown)
  if (action.kind !== 'retry-same' && action.kind !== 'wait-until') return null
  const setback = isTransient(failure) ? { agent, until } : undefined
  const text = `${agent}: ${thrown.message}`
  const value = setback === undefined ? { text } : { text, setback }
  await attempt.record('failed', fact({ kind: 'notice', value }))
  if (setback) job.heed?.({ kind: 'setback', name: `${attempt.scopeName}/failed`, ...setback })
  await attempt.sleep('pause', action.kind === 'retry-same' ? { ms: action.pauseMs } : { until: action.at })
  if (until !== null) job.heed?.({ kind: 'over', at: until })
  if (action.kind === 'retry-same') return { ...standing, failed: standing.failed + 1 }
  // Whoever names a moment and is not back then is given longer each time: a wait costs no try, but each try a turn.
  const { waits } = standing
  const ms = job.policy.backoffMs * 2 ** Math.min(waits, MOST_DOUBLINGS)
  if (waits > 0) await attempt.sleep('longer', { ms })
  return { ...standing, waits: waits + 1 }
}

const MOST_DOUBLINGS = 8

function tookDown(before: CallStanding, failure: Failure): CallStanding {
  if (failure.code === 'reply-invalid') return { ...before, rounds: before.rounds + 1, parked: null }
  if (failure.code !== 'agent-failed') return { ...before, parked: null }
  return { ...before, kept: failure.kept ?? before.kept, parked: failure.parked ?? null }
}

/** Replies that do not fit, repairs included, are asked for anew only as often as the policy says. */
function actionAfter(
  { policy }: Job,
  { failed, rounds }: CallStanding,
  failure: Failure,
  of: FailureClass,
  until: number | null,
): Action {
  if (failure.code === 'reply-invalid' && rounds >= policy.replyRounds) return { kind: 'fail-attempt' }
  return afterFailure({ class: of, of: 'call', isPlain: true, until }, policy, emptyTally, failed + 1)
}

/** The standing with another agent, where one is to take over; a session never goes along, what it wrote does. */
async function failOver(
  attempt: Run,
  job: Job,
  { role, task, crew }: Call,
  { agent: from, out, kept }: CallStanding,
  news: Away | null,
  why: string,
): Promise<CallStanding | null> {
  const [first, ...others] = crew.filter((each) => !out.includes(each))
  if (crew.length === 1 || first === undefined) return null
  const { agent: to, until } = await nextAgent(attempt, 'next-agent', job, [first, ...others], news)
  if (to === from) return null
  const text = `${from}: ${why} ${to} takes over as ${role}.`
  const isAway = news !== null
  const value: FailedOver = { role, task, from, to, text, isAway, until: news?.until ?? null }
  await attempt.record(FAILED_OVER, fact({ kind: 'failed-over', value }))
  if (until !== null) await attempt.sleep('pause', { until })
  return { agent: to, failed: 0, rounds: 0, waits: 0, out, kept, parked: null }
}

/** Nobody can be used: once a person has seen to that, the call goes on where it was, from its first choice on. */
async function askForReturn(
  attempt: Run,
  { role, task, crew, unavailable }: Call,
  { agent, kept, parked }: CallStanding,
  thrown: RunFailure,
): Promise<CallStanding | null> {
  if (unavailable === 'throw') return null
  const who = task === null ? `The ${role}` : `The ${role} of ${task}`
  const answer = await attempt.question('unavailable', {
    kind: 'choice',
    text: `${who} cannot be asked: ${crew.join(' and ')} cannot be used. Last, ${agent}: ${thrown.message}`,
    options: [
      { id: 'retry', label: 'Try again: it can be used now' },
      ...(unavailable === 'ask' ? [] : [{ id: 'without', label: 'Go on without it' }]),
      { id: 'stop', label: 'End the run' },
    ],
    free: false,
    alike: { about: usableAgain(crew), option: 'retry' },
  })
  if (answer.option === 'without') return null
  if (answer.option === 'stop') {
    const message = `Ended by ${answer.by}, because the ${role} could not be asked: ${thrown.message}`
    throw new RunFailure({ code: 'rejected', message }, { cause: thrown })
  }
  const text = `${answer.by} says that ${crew.join(' and ')} can be used again.`
  await attempt.record(BACK, fact({ kind: 'notice', value: { text, back: crew } }))
  const [first] = crew
  return {
    agent: first,
    failed: 0,
    rounds: 0,
    waits: 0,
    out: [],
    kept,
    parked: first === agent ? parked : null,
  }
}
