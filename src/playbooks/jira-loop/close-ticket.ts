import type { TaskResult } from '../../stages/execute/see-through.ts'
import type { Objection } from '../../stages/facts.ts'
import { fact } from '../../stages/facts.ts'
import type { Job } from '../../stages/job.ts'
import { draftDocs, writeDocs } from '../../stages/learn/docs-refresh.ts'
import type { StandardResult } from '../finish.ts'
import { finish } from '../finish.ts'
import type { TicketFloor } from './git-gate.ts'
import type { PlannedIteration } from './plan-iteration.ts'
import type { TicketDesk } from './ticket-desk.ts'
import { goTo, log } from './ticket-desk.ts'

/** Brings the documents up to date where the work has made them untrue, delivers, and says the last words. */
export async function closeTicket(
  desk: TicketDesk,
  { line, start }: TicketFloor,
  { iteration, agreed }: PlannedIteration,
  results: readonly TaskResult[],
  objections: readonly Objection[],
): Promise<StandardResult> {
  const { run, job, files, brief, facts, branch, ticket } = desk
  const head = line.head
  const isRefreshed = job.policy.process.learn.docs
  const message = 'The documents are compared with the change.'
  if (isRefreshed) await log(run, 'docs', 'docs.refresh', message, { iteration })
  await goTo(run, 'O7', { step: 'O7', iteration, head, isGateDone: true }, 'ACCEPTED')
  const scope = run.scope('docs-refresh')
  const taken = isRefreshed ? await draftDocs(scope, { ...job, base: start }, line, true) : null
  if (taken !== null) await writeDocs(scope, files, taken)
  const more = { brief, files, given: null, format: desk.formatOf(iteration) }
  const finished = { line, plan: agreed.plan, results, objections }
  const result = await finish(run, refreshed(job), { more, prd: null }, facts, branch, finished)
  const text = [
    `SUCCESS: Development complete in ${iteration + 1} iteration(s)`,
    `Tasks: ${results.filter(({ state }) => state === 'done').length} completed`,
    'Build: PASSED',
    'Tests: PASSED',
    `Branch: ${result.delivery.branch ?? ticket.branch}`,
    `Report: prompts/${ticket.jira}/iteration_${iteration}/review_report.yaml`,
  ].join('\n')
  await run.record('last-words', fact({ kind: 'announced', value: { text } }))
  return result
}

/** The documents are looked after already. */
function refreshed(job: Job): Job {
  const { process: depth } = job.policy
  return { ...job, policy: { ...job.policy, process: { ...depth, learn: { ...depth.learn, docs: false } } } }
}
