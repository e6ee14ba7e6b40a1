import { reviewer } from '../../contracts/reviewer.ts'
import { verify } from '../../gates/verify.ts'
import type { Run } from '../../kernel/playbook.ts'
import type { VerdictFact } from '../../records/jira-loop/ticket-facts.ts'
import { ticketFact } from '../../records/jira-loop/ticket-facts.ts'
import type { TaskResult } from '../../stages/execute/see-through.ts'
import type { Objection } from '../../stages/facts.ts'
import type { Job } from '../../stages/job.ts'
import { findOwners } from '../../stages/review/find-owners.ts'
import { inspectChange } from '../../stages/review/inspect-change.ts'
import { readChange } from '../../stages/review/read-change.ts'
import { isTakenUnjudged } from '../../stages/review/settle-issues.ts'
import type { TicketFloor } from './git-gate.ts'
import type { PlannedIteration } from './plan-iteration.ts'
import type { Here, TicketDesk } from './ticket-desk.ts'
import { goTo, log } from './ticket-desk.ts'

export interface ReviewedIteration {
  readonly isAccepted: boolean
  readonly objections: readonly Objection[]
}

/** Has a whole iteration accepted or rejected: a single task by what the program has proven, anything else by a reviewer. */
export async function reviewIteration(
  desk: TicketDesk,
  floor: TicketFloor,
  planned: PlannedIteration,
  results: readonly TaskResult[],
): Promise<ReviewedIteration> {
  const { run, job } = desk
  const { iteration, order } = planned
  const { line } = floor
  const scope = run.scope(`review/i${iteration}`)
  const head = await scope.decide('head', () => line.head)
  const here = { step: 'O6', iteration, head, isGateDone: true } as const
  const { message } = await verify(scope, 'verify', head, line.tree, job.proof)
  const stuck = results.filter(({ state }) => state === 'replanning')
  const proven = { iteration, build: 'PASSED', tests: 'PASSED', criteria: [], issues: [] } as const
  if (stuck.length > 0) {
    const notes = stuck.map(({ id, problem }) => `${id} cannot be done as planned: ${problem}`).join('\n')
    return say(desk, { ...proven, status: 'REJECTED', mode: 'prompt-review', notes }, here, [])
  }
  if (order.mode === 'trivial_graph' && results.every(({ state }) => state === 'done')) {
    const notes = `Trivial-graph auto-accepted: 1 task, build green, tests green. ${message}`
    await log(run, `i${iteration}/trivial`, 'trivial.auto_accept', notes, { iteration })
    return say(desk, { ...proven, status: 'ACCEPTED', mode: 'auto-accept-trivial', notes }, here, [])
  }
  await goTo(run, `i${iteration}-O6`, here)
  const { objections, isAccepted } = await inspect(desk, floor, planned, results, head)
  const status = isAccepted ? 'ACCEPTED' : 'REJECTED'
  const notes = `${message} ${objections.length === 0 ? 'Nothing is held against it.' : `Findings: ${objections.length}.`}`
  const issues = objections.map(({ severity, where, text }) => ({ severity, where, text }))
  const criteria = criteriaOf(desk, objections, head)
  const verdict = { ...proven, status, mode: 'prompt-review', notes, criteria, issues } as const
  return say(desk, verdict, here, objections)
}

async function inspect(
  desk: TicketDesk,
  { start, queue }: TicketFloor,
  { iteration, agreed }: PlannedIteration,
  results: readonly TaskResult[],
  head: string,
): Promise<ReviewedIteration> {
  const { run, brief } = desk
  const job: Job = {
    ...desk.job,
    criteria: brief.criteria.map((criterion, index) => ({ id: idOf(index), criterion, verification: '' })),
  }
  const done = new Set(results.filter(({ state }) => state === 'done').map(({ id }) => id))
  const tasks = agreed.plan.tasks.filter(({ id }) => done.has(id))
  for (let round = 1; ; round += 1) {
    const scope = run.scope(`review/i${iteration}/round-${round}`)
    const change = await readChange(scope, 'change', await workedFrom(scope, desk, start), head)
    if (change.files.length === 0) return { isAccepted: true, objections: [] }
    const ownersOf = await findOwners(scope, queue.landed)
    const whole = { scope: 'final', of: String(iteration), commit: head, plan: agreed.plan } as const
    const of = { ...whole, tasks, change, ownersOf, earlier: [] }
    const { issues, objections, isJudged } = await inspectChange(scope, job, of, [reviewer])
    if (issues.some(({ weight }) => weight === 'blocking')) return { isAccepted: false, objections }
    if (isJudged || (await isTakenUnjudged(scope, { subject: `iteration ${iteration}` }, objections))) {
      return { isAccepted: true, objections }
    }
  }
}

/** Work that was there before the run is judged with it, from where its files say that it began. */
async function workedFrom(scope: Run, { given }: TicketDesk, start: string): Promise<string> {
  const named = given?.progress.last_checkpoint?.git_head ?? ''
  if (named === '') return start
  const found = await scope.step<string | null>('from', {
    kind: 'repository',
    input: named,
    execute: ({ world }) => world.repository.resolve(named),
  })
  return found ?? start
}

function idOf(index: number): string {
  return `AC-${String(index + 1).padStart(3, '0')}`
}

function criteriaOf(
  { brief, ticket }: TicketDesk,
  objections: readonly Objection[],
  head: string,
): VerdictFact['criteria'] {
  return brief.criteria.map((criterion, index) => {
    const against = objections.find(({ about, severity }) => about === idOf(index) && severity === 'blocking')
    return against === undefined
      ? { criterion, status: 'MET', evidence: `${ticket.testCommand} passed on ${head.slice(0, 10)}` }
      : { criterion, status: 'NOT MET', evidence: `${against.where ?? ''} ${against.text}`.trim() }
  })
}

async function say(
  { run }: TicketDesk,
  verdict: VerdictFact,
  here: Here,
  objections: readonly Objection[],
): Promise<ReviewedIteration> {
  const { iteration, status, notes } = verdict
  const isAccepted = status === 'ACCEPTED'
  const level = isAccepted ? 'INFO' : 'ERROR'
  await log(run, `i${iteration}/verdict`, `iteration.${status.toLowerCase()}`, notes, { level, iteration })
  await run.record(`verdict/i${iteration}`, ticketFact('ticket-verdict', verdict))
  await goTo(run, `i${iteration}-verdict`, here, status)
  return { isAccepted, objections }
}
