import { parallel } from '../../kernel/parallel.ts'
import type { Plan } from '../../plan/plan.ts'
import { groupsOf } from '../../records/jira-loop/task-groups.ts'
import type { ReadTasks } from '../../records/jira-loop/tasks-to-plan.ts'
import { readTasks } from '../../records/jira-loop/tasks-to-plan.ts'
import type { GroupsFact } from '../../records/jira-loop/ticket-facts.ts'
import { ticketFact } from '../../records/jira-loop/ticket-facts.ts'
import { problemIn } from '../../records/problem-in.ts'
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
  const here = { iteration, head, isGateDone }
  const tell = (of: string, event: string, message: string): Promise<void> =>
    log(run, `${name}/${of}`, event, message, { iteration })
  await goTo(run, `${name}-O1`, { ...here, step: 'O1' })
  await tell('start', 'iteration.start', `Iteration ${iteration} begins at ${head}.`)
  const known = start.isFirst ? await tasksGiven(desk, start) : null
  if (known === null) {
    await goTo(run, `${name}-O3`, { ...here, step: 'O3' })
    await tell('planner', 'planner.pre_git_gate.start', 'No branch is made yet.')
  }
  const planning: Job = { ...job, base: head, sources: await plannerSnapshot(desk, iteration) }
  const isRefreshed = start.isFirst && job.policy.process.learn.docs && !ticket.docs.isTrusted
  const more = { brief, files, format: desk.formatOf(iteration), given: known?.plan ?? null }
  const works: readonly (() => Promise<AgreedPlan | Taken | null>)[] = [
    () => settlePlan(run, planning, [], { revision, revise: null }, more),
    ...(isRefreshed ? [() => draftDocs(run.scope('docs'), job, { head, tree: start.tree }, true)] : []),
  ]
  const [agreed, drafted = null] = await parallel(works, works.length, (work) => work())
  if (known === null) await tell('planned', 'planner.complete', 'The plan stands.')
  const done = agreed as AgreedPlan
  const order = orderOf(desk, iteration, done, known)
  await goTo(run, `${name}-O4`, { ...here, step: 'O4' })
  if (known !== null) await run.record('restored', ticketFact('ticket-restored', { tasks: known.restored }))
  await run.record(`groups/${name}`, ticketFact('ticket-groups', order))
  if (!at.split.has(iteration)) {
    const message = 'The tasks are valid; no splitter is asked.'
    await tell('splitter', 'splitter.skipped_planner_provided', message)
  }
  const count = `${done.plan.tasks.length} tasks in ${order.groups.length} groups.`
  await tell('ready', 'tasks.ready', count)
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
  const text = given.files.get(`iteration_${iteration}/tasks.yaml`) ?? ''
  const markdown = given.files.get(`iteration_${iteration}/plan.md`) ?? ''
  if (text === '' && markdown === '') return null
  const read = (): ReadTasks => readTasks(path, text, brief.objective)
  const problems = text === '' ? `${path} is not there.` : problemIn(read)
  if (problems === null) return read()
  await log(run, `i${iteration}/invalid`, 'tasks.yaml.invalid', problems, { level: 'ERROR', iteration })
  at.split.add(iteration)
  const draft = [markdown, text].filter((part) => part !== '').join('\n\n')
  const scope = run.scope('split-given')
  const reply = await splitDraft(scope, job, brief, { revision }, { problems, draft })
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
