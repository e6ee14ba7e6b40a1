import { verify } from '../../gates/verify.ts'
import { RunFailure } from '../../kernel/failure.ts'
import type { TaskGroup } from '../../records/jira-loop/ticket-facts.ts'
import { ticketFact } from '../../records/jira-loop/ticket-facts.ts'
import { createdAt } from '../../records/jira-loop/progress-text.ts'
import { progressLine, ticketMetrics } from '../../records/jira-loop/ticket-metrics.ts'
import { storyOf } from '../../records/story.ts'
import { execute } from '../../stages/execute/execute.ts'
import type { TaskResult } from '../../stages/execute/see-through.ts'
import { fact } from '../../stages/facts.ts'
import type { Job } from '../../stages/job.ts'
import type { TicketFloor } from './git-gate.ts'
import type { PlannedIteration } from './plan-iteration.ts'
import type { TicketDesk } from './ticket-desk.ts'
import { goTo } from './ticket-desk.ts'

/**
 * Does the tasks group by group, as `execution_order` has them. A group is built and tested as a whole once; only tasks
 * that failed are done again, and the next group waits for the last of them.
 */
export async function workGroups(
  desk: TicketDesk,
  { line, queue }: TicketFloor,
  { iteration, agreed, order, restored }: PlannedIteration,
): Promise<readonly TaskResult[]> {
  const { run, job, at } = desk
  const { plan, revision } = agreed
  const name = `i${iteration}`
  const head = await run.decide(`head/${name}`, () => line.head)
  await goTo(run, `${name}-O5`, { step: 'O5', iteration, head, isGateDone: true })
  const accepted = new Set(restored.filter(({ status }) => status === 'ACCEPTED').map(({ task }) => task))
  let results: readonly TaskResult[] = plan.tasks.flatMap(({ id, title }) =>
    accepted.has(id) ? [{ id, title, state: 'done' as const, attempts: 0, commit: null, problem: null }] : [],
  )
  await tellProgress(desk, `${name}-begin`, iteration)
  for (const { group, strategy, tasks } of order.groups) {
    if (tasks.every((id) => accepted.has(id))) continue
    at.group = group
    const scope = run.scope(`groups/${name}-${group}`)
    await scope.record('started', ticketFact('ticket-group', { iteration, group, state: 'started' }))
    const known = new Set([...results.map(({ id }) => id), ...tasks])
    const part = { ...plan, tasks: plan.tasks.filter(({ id }) => known.has(id)) }
    const execution = { plan: part, revision, done: results, replans: 0, part: `${name}-${group}` }
    results = await execute(run.scope('execute'), jobFor(job, strategy, order.mode), queue, execution)
    const own = results.filter(({ id }) => tasks.includes(id))
    const isWhole = own.every(({ state }) => state === 'done')
    if (own.some(({ state }) => state === 'done')) {
      const verdict = await verify(scope, 'verify', line.head, line.tree, job.proof)
      if (verdict.status !== 'passed') throw new RunFailure({ code: 'not-proven', message: verdict.message })
    }
    const state = isWhole ? 'accepted' : 'left'
    await scope.record('ended', ticketFact('ticket-group', { iteration, group, state }))
    await tellProgress(desk, `${name}-${group}`, iteration)
    if (results.some((each) => each.state === 'replanning')) break
  }
  at.group = null
  return results
}

/** Tasks of a parallel group are judged by the program alone; where one follows the other, a reviewer looks at each. */
function jobFor(job: Job, strategy: TaskGroup['strategy'], mode: string): Job {
  const { policy } = job
  const { process: depth } = policy
  const isParallel = strategy === 'parallel'
  const review = isParallel || mode === 'trivial_graph' ? { ...depth.review, tasks: [] } : depth.review
  return {
    ...job,
    tier: mode === 'trivial_graph' ? 'trivial' : job.tier,
    policy: { ...policy, parallel: isParallel ? policy.parallel : 1, process: { ...depth, review } },
  }
}

/** Says how far the work is. Contract: counted from the journal alone, and said the same after a restart. */
async function tellProgress({ run, given }: TicketDesk, name: string, iteration: number): Promise<void> {
  const text = await run.step<string>(`progress/${name}`, {
    kind: 'journal',
    input: { iteration },
    execute: async ({ world }) => {
      const story = storyOf((await world.journal.read()).events)
      return progressLine(ticketMetrics(story, iteration, createdAt(story, given?.progress ?? null)))
    },
  })
  await run.record(`progress/${name}-said`, fact({ kind: 'announced', value: { text } }))
}
