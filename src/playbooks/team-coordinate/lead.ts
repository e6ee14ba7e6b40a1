import type { Run } from '../../kernel/playbook.ts'
import type { TeamQuality } from '../../records/team-coordinate/team-facts.ts'
import { teamFact } from '../../records/team-coordinate/team-facts.ts'
import type { TaskResult } from '../../stages/execute/see-through.ts'
import { say } from '../../stages/say.ts'
import type { MergeQueue } from '../../stages/integrate/merge-queue.ts'
import type { Job } from '../../stages/job.ts'
import type { ProcessFiles } from '../../stages/specify/process-files.ts'
import { enter } from '../enter.ts'
import { describeRoles } from './assemble.ts'
import { carryOutTasks } from './carry-out-tasks.ts'
import { askCompletion, complete, report } from './complete.ts'
import { dispatch } from './dispatch.ts'
import { aggregate } from './quality.ts'
import type { Change } from './settle.ts'
import { settleGaps, settleOrder, settleVerdicts } from './settle.ts'
import type { Desk, Team } from './team.ts'
import { chainOf } from './team.ts'
import type { TeamOrder } from './team-order.ts'
import { asTeamOrder, orderWords } from './team-order.ts'

/**
 * Leads a team until all is done and nobody wants anything to be different. Every change of the tasks is a revision:
 * a verdict that blocks, something that nobody could do, or what a person says.
 */
export async function lead(
  run: Run,
  job: Job,
  queue: MergeQueue,
  desk: Desk,
  first: Team,
  files: ProcessFiles,
): Promise<Team> {
  const qualities: TeamQuality[] = []
  const taken = new Set<string>()
  let team = first
  await enter(run, 'execute')
  for (;;) {
    const isOrdered = (): boolean => openOrders(run, taken).length > 0
    const results = await carryOutTasks(run, job, queue, desk, team, { isOrdered })
    qualities.push(...desk.heard.quality.values())
    team = withResults(team, results)
    desk.team = team
    const scope = run.scope(`team/after-r${team.revision}`)
    const ordered = await takeOrders(scope, run, taken)
    const analysis = await settleVerdicts(scope, team, desk.heard)
    let change = settleGaps(team, analysis, desk.heard, results)
    for (const order of ordered) change = settleOrder(change, order, qualities)
    if (!isChange(team, change, results)) {
      const quality = aggregate(qualities, desk.policy.quality)
      if (quality !== null) await scope.record('quality', teamFact({ kind: 'team-quality', value: quality }))
      await report(scope.scope('report'), team, quality)
      const end = await askCompletion(scope, team.completion)
      if (end.kind === 'over') {
        await complete(scope.scope('complete'), team, files, end.action)
        return team
      }
      if (end.kind === 'order') {
        change = settleOrder(change, end.order, qualities)
        if (change.reopened.length === 0) {
          await say(scope, 'unfit', `Nothing to do for "${orderWords(end.order)}": there is no such task.`)
        }
      }
    }
    team = nextRevision(team, change)
    await dispatch(run, desk, team)
  }
}

function nextRevision(team: Team, change: Change): Team {
  const { analysis, specs } = change.analysis === team.analysis ? team : describeRoles(change.analysis)
  const tasks = chainOf({ ...team, analysis }, change.reopened, change.words)
  const results = team.results.filter(({ id, state }) => state === 'done' && !change.reopened.includes(id))
  return { ...team, analysis, specs, tasks, results, revision: team.revision + 1 }
}

function withResults(team: Team, results: readonly TaskResult[]): Team {
  const done = new Set(results.filter(({ state }) => state === 'done').map(({ id }) => id))
  const tasks = team.tasks.map((task) =>
    done.has(task.id) ? { ...task, status: 'completed' as const } : task,
  )
  return { ...team, tasks, results }
}

function isChange(
  team: Team,
  { analysis, reopened, words }: Change,
  results: readonly TaskResult[],
): boolean {
  const isStuck = results.some(({ state }) => state === 'replanning')
  const isLeft = results.length < team.tasks.length
  const isNew = analysis !== team.analysis || reopened.length > 0 || Object.keys(words).length > 0
  return isStuck || isLeft || isNew
}

function openOrders(
  run: Run,
  taken: ReadonlySet<string>,
): readonly { readonly id: string; readonly order: TeamOrder }[] {
  return run.orders().flatMap(({ id, order }) => {
    const ours = asTeamOrder(order)
    return ours === null || taken.has(id) ? [] : [{ id, order: ours }]
  })
}

/** Takes every order that has come until now, once and for good. */
async function takeOrders(scope: Run, run: Run, taken: Set<string>): Promise<readonly TeamOrder[]> {
  const ids = await scope.decide('orders', () => openOrders(run, taken).map(({ id }) => id))
  const orders = openOrders(run, taken).filter(({ id }) => ids.includes(id))
  for (const { id, order } of orders) {
    taken.add(id)
    await say(scope, `order-${id}`, `Heard: ${orderWords(order)}`)
  }
  return orders.map(({ order }) => order)
}
