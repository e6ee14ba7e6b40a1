import type { Run } from '../../kernel/playbook.ts'
import type { TeamPolicy } from '../../policy/process-policy.ts'
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
import { nothingHeard } from './crew.ts'
import { dispatch } from './dispatch.ts'
import { tellTeam } from './form-team.ts'
import { aggregate } from './quality.ts'
import type { Change } from './settle.ts'
import { settleGaps, settleOrder, settleVerdicts } from './settle.ts'
import type { Team } from './team.ts'
import { chainOf } from './team.ts'
import type { TeamOrder } from './team-order.ts'
import { asTeamOrder, orderWords } from './team-order.ts'

export interface Leading {
  readonly files: ProcessFiles
  /** What the session says about its end; `null`: what the policy says. */
  readonly completion: TeamPolicy['completion'] | null
  readonly changed: (team: Team) => void
}

/**
 * Leads a team until all is done and nobody wants anything to be different. Every change of the tasks is a revision:
 * a verdict that blocks, something that nobody could do, or what a person says.
 */
export async function lead(
  run: Run,
  job: Job,
  queue: MergeQueue,
  first: Team,
  { files, completion, changed }: Leading,
): Promise<Team> {
  const { team: policy } = job.policy.process
  const qualities: TeamQuality[] = []
  const taken = new Set<string>()
  let team = first
  await enter(run, 'execute')
  for (;;) {
    const heard = nothingHeard()
    const open = (): boolean => openOrders(run, taken).length > 0
    const results = await carryOutTasks(run, job, queue, team, heard, null, open)
    qualities.push(...heard.quality.values())
    team = withResults(team, results)
    changed(team)
    const scope = run.scope(`team/after-r${team.revision}`)
    const ordered = await takeOrders(scope, run, taken)
    let change: Change = await settleVerdicts(scope, team, heard)
    change = settleGaps(team, change.analysis, heard, results)
    change = merged(change, ordered, team, qualities)
    if (!isChange(team, change, results)) {
      const quality = aggregate(qualities, policy.quality)
      if (quality !== null) await scope.record('quality', teamFact({ kind: 'team-quality', value: quality }))
      const text = await report(scope.scope('report'), team, quality)
      const end = await askCompletion(scope, text, completion ?? policy.completion)
      if (end.kind === 'over') {
        await complete(scope.scope('complete'), team, files, end.action)
        return team
      }
      if (end.kind === 'order') {
        change = settleOrder(team, team.analysis, end.order, qualities)
        if (change.reopened.length === 0) {
          await say(scope, 'unfit', `Nothing to do for "${orderWords(end.order)}": there is no such task.`)
        }
      }
    }
    team = await nextRevision(run, job, team, change, completion ?? policy.completion)
    changed(team)
  }
}

/** What the tasks are from now on, told to everybody. */
async function nextRevision(
  run: Run,
  job: Job,
  team: Team,
  change: Change,
  completion: TeamPolicy['completion'],
): Promise<Team> {
  const { analysis, specs } = change.analysis === team.analysis ? team : describeRoles(change.analysis)
  const tasks = chainOf({ ...team, analysis }, change.reopened, change.words)
  const results = team.results.filter(({ id, state }) => state === 'done' && !change.reopened.includes(id))
  const next: Team = { ...team, analysis, specs, tasks, results, revision: team.revision + 1 }
  const scope = run.scope(`team/r${next.revision}`)
  if (change.analysis !== team.analysis) await tellTeam(scope, next, completion)
  await dispatch(scope, next, team.tasks, job.objective)
  return next
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

function merged(
  change: Change,
  orders: readonly TeamOrder[],
  team: Team,
  qualities: readonly TeamQuality[],
): Change {
  return orders.reduce<Change>((all, order) => {
    const more = settleOrder(team, all.analysis, order, qualities)
    return {
      analysis: more.analysis,
      reopened: [...new Set([...all.reopened, ...more.reopened])],
      words: { ...all.words, ...more.words },
    }
  }, change)
}

interface OpenOrder {
  readonly id: string
  readonly order: TeamOrder
}

function openOrders(run: Run, taken: ReadonlySet<string>): readonly OpenOrder[] {
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
