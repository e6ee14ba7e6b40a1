import { RunFailure } from '../../kernel/failure.ts'
import { parallel } from '../../kernel/parallel.ts'
import type { Plan } from '../../plan/plan.ts'
import { tasksTextOf } from '../../records/jira-loop/given-ticket.ts'
import { groupsOf } from '../../records/jira-loop/task-groups.ts'
import type { ReadTasks } from '../../records/jira-loop/tasks-to-plan.ts'
import { readTasks } from '../../records/jira-loop/tasks-to-plan.ts'
import type { GroupsFact } from '../../records/jira-loop/ticket-facts.ts'
import { ticketFact } from '../../records/jira-loop/ticket-facts.ts'
import type { Job } from '../../stages/job.ts'
import type { Taken } from '../../stages/learn/docs-refresh.ts'
import { draftDocs } from '../../stages/learn/docs-refresh.ts'
import type { AgreedPlan } from '../../stages/plan/agreed-plan.ts'
import { splitDraft } from '../../stages/plan/draft-plan.ts'
import { settlePlan } from '../../stages/plan/settle-plan.ts'
import { plannerSnapshot } from './planner-snapshot.ts'
import type { TicketDesk } from './ticket-desk.ts'
import { goTo, log } from './ticket-desk.ts'

/** The tasks of one iteration, in groups. */
export interface PlannedIteration {
  readonly iteration: number
  readonly agreed: AgreedPlan
  readonly order: GroupsFact
  /** What is known of tasks that were begun before this run. */
  readonly restored: ReadTasks['restored']
  /** Files that had changed before, by the word of the files that the run goes on from. */
  readonly allowlist: readonly string[]
  /** Documents that were written beside the planning, and are not yet in the run's files. */
  readonly docs: Taken | null
}

/** Where an iteration begins. */
export interface IterationStart {
  readonly iteration: number
  readonly revision: number
  readonly head: string
  readonly tree: string
  readonly isFirst: boolean
  readonly isGateDone: boolean
}

/** Plans an iteration: from the request, or from what the review of the one before holds against it. */
export async function planIteration(desk: TicketDesk, start: IterationStart): Promise<PlannedIteration> {
  const { run, job, files, brief, ticket, at } = desk
  const { iteration, revision, head, isGateDone } = start
  const name = `i${iteration}`
  const here = { iteration, status: 'PENDING', head, isGateDone } as const
  await goTo(run, `${name}-O1`, { ...here, phase: 'PLANNING', step: 'O1' })
  await log(run, `${name}/start`, 'iteration.start', `Iteration ${iteration} begins at ${head}.`, {
    iteration,
  })
  const known = start.isFirst ? await tasksGiven(desk, start) : null
  if (known === null) {
    await goTo(run, `${name}-O3`, { ...here, phase: 'PLANNING', step: 'O3' })
    await log(run, `${name}/planner`, 'planner.pre_git_gate.start', 'No branch is made yet.', { iteration })
  }
  const planning: Job = { ...job, base: head, sources: await plannerSnapshot(desk, iteration) }
  const isRefreshed = start.isFirst && job.policy.process.learn.docs && !ticket.docs.isTrusted
  const more = { brief, files, format: desk.formatOf(iteration), given: known?.plan ?? null }
  const works: readonly (() => Promise<AgreedPlan | Taken | null>)[] = [
    () => settlePlan(run, planning, [], { revision, revise: null }, more),
    ...(isRefreshed ? [() => draftDocs(run.scope('docs'), job, { head, tree: start.tree }, true)] : []),
  ]
  const [agreed, drafted = null] = await parallel(works, works.length, (work) => work())
  if (known === null) {
    await log(run, `${name}/planned`, 'planner.complete', 'The plan stands.', { iteration })
  }
  const done = agreed as AgreedPlan
  const order = orderOf(desk, iteration, done, known)
  await goTo(run, `${name}-O4`, { ...here, phase: 'SPLITTING', step: 'O4' })
  if (known !== null) await run.record('restored', ticketFact('ticket-restored', { tasks: known.restored }))
  await run.record(`groups/${name}`, ticketFact('ticket-groups', order))
  if (!at.split.has(iteration)) {
    const event = 'splitter.skipped_planner_provided'
    await log(run, `${name}/splitter`, event, 'The tasks are valid; no splitter is asked.', { iteration })
  }
  const count = `${done.plan.tasks.length} tasks in ${order.groups.length} groups.`
  await log(run, `${name}/ready`, 'tasks.ready', count, { iteration })
  const { restored = [], allowlist = [] } = known ?? {}
  return { iteration, agreed: done, order, restored, allowlist, docs: drafted as Taken | null }
}

/** Tasks that stand in the files which the run goes on from; a splitter mends what cannot be used of them. */
async function tasksGiven(
  desk: TicketDesk,
  { iteration, revision }: IterationStart,
): Promise<ReadTasks | null> {
  const { run, job, given, brief, at } = desk
  if (given === null || given.phase === 'INITIALIZED' || given.phase === 'PLANNING') return null
  const path = given.pathOf(`iteration_${iteration}/tasks.yaml`)
  const text = tasksTextOf(given)
  const markdown = given.files.get(`iteration_${iteration}/plan.md`) ?? ''
  if (text === null && markdown === '') return null
  let problem = `${path} is not there.`
  try {
    if (text !== null) return readTasks(path, text, brief.objective)
  } catch (thrown) {
    if (!(thrown instanceof RunFailure) || thrown.code !== 'bad-input') throw thrown
    problem = thrown.message
  }
  await log(run, `i${iteration}/invalid`, 'tasks.yaml.invalid', problem, { level: 'ERROR', iteration })
  at.split.add(iteration)
  const draft = [markdown, text ?? ''].filter((part) => part !== '').join('\n\n')
  const reply = await splitDraft(
    run.scope('split-given'),
    job,
    brief,
    { revision },
    { problems: problem, draft },
  )
  const plan: Plan = { ...reply, lineage: [] }
  return { plan, groups: groupsOf(plan), restored: [], allowlist: [] }
}

function orderOf(
  { job, brief }: TicketDesk,
  iteration: number,
  { plan, revision }: AgreedPlan,
  known: ReadTasks | null,
): GroupsFact {
  const isGiven =
    known !== null && plan.tasks.every(({ id }) => known.plan.tasks.some((task) => task.id === id))
  const mayBeTrivial = iteration === 0 && !job.policy.process.review.final.includes('trivial')
  const isTrivial =
    mayBeTrivial && plan.tasks.length === 1 && !brief.mandates.some(({ words }) => RUNTIME.test(words))
  const groups = isGiven ? known.groups : groupsOf(plan)
  return { iteration, revision, mode: isTrivial ? 'trivial_graph' : 'standard', groups }
}

/** Mandates that can only be kept by somebody who looks at the running program. */
const RUNTIME =
  /\b(?:browser|chrome|devtools|playwright|puppeteer|selenium|cypress|screenshots?|lighthouse|see the page|at run ?time|verify)\b/i
