import type { Run } from '../../kernel/playbook.ts'
import { dependentsOf } from '../../plan/plan-graph.ts'
import { capabilities, capabilityOf } from '../../records/team-coordinate/capability.ts'
import { prefixOf } from '../../records/team-coordinate/dispatch-tasks.ts'
import type { TaskAnalysis } from '../../records/team-coordinate/task-analysis.ts'
import type { TeamConsensus, TeamQuality } from '../../records/team-coordinate/team-facts.ts'
import { teamFact } from '../../records/team-coordinate/team-facts.ts'
import { linkedIn } from '../../records/team-coordinate/team-graph.ts'
import { freeId, withTask } from '../../records/team-coordinate/with-task.ts'
import type { TaskResult } from '../../stages/execute/see-through.ts'
import { askPaused } from './ask-paused.ts'
import type { Heard, Team } from './team.ts'
import type { Dimension, TeamOrder } from './team-order.ts'

/** What has to change before the team goes on. */
export interface Change {
  readonly analysis: TaskAnalysis
  /** Tasks that are done once more, with everything that builds on them. */
  readonly reopened: readonly string[]
  /** What is said to those who do a task from now on. */
  readonly words: Readonly<Record<string, string>>
}

/** What the verdicts of a revision lead to: tasks of revision, or a person's word where those are used up. */
export async function settleVerdicts(run: Run, team: Team, heard: Heard): Promise<TaskAnalysis> {
  let { analysis } = team
  for (const [task, verdict] of [...heard.consensus].toSorted(byName)) {
    if (verdict.level !== 'HIGH') continue
    const isRevised =
      verdict.outcome === 'revision' || (await isWorthAnother(run.scope(`verdict/${task}`), verdict))
    if (isRevised) analysis = withRevision(analysis, task, verdict.about)
  }
  return analysis
}

/** Who works on what nobody could do: each gap gets a task, and the task that it stopped waits for it. */
export function settleGaps(
  team: Team,
  first: TaskAnalysis,
  heard: Heard,
  results: readonly TaskResult[],
): Change {
  let analysis = first
  const words: Record<string, string> = {}
  for (const { id, problem, state } of results) {
    if (state !== 'replanning') continue
    const gap = heard.gaps.get(id)
    if (gap === undefined) words[id] = problem ?? ''
    else {
      const { missing, capability, role } = gap
      analysis = withTask(analysis, {
        id: freeId(analysis, capabilities[capability].prefix),
        role,
        capability,
        goal: `${missing} (for ${id}: ${goalOf(team.analysis, id)})`,
        blockedBy: analysis.dependency_graph[id]?.blockedBy ?? [],
        before: [id],
      })
    }
  }
  return { analysis, reopened: [], words }
}

/** What a person wants to be different. What names no task changes nothing. */
export function settleOrder(change: Change, order: TeamOrder, quality: readonly TeamQuality[]): Change {
  const { analysis, reopened, words } = change
  const again = (wanted: readonly string[], said: string): Change => {
    const tasks = wanted.filter((id) => Object.hasOwn(analysis.dependency_graph, id))
    const later = dependentsOf(linkedIn(analysis.dependency_graph), ...tasks)
    return {
      analysis,
      reopened: [...new Set([...reopened, ...tasks, ...later])],
      words: { ...words, ...Object.fromEntries(tasks.map((id) => [id, said])) },
    }
  }
  switch (order.do) {
    case 'revise':
      return again([order.task], order.text === '' ? 'Do it once more, and better.' : order.text)
    case 'feedback':
      return again(tasksAbout(analysis, order.text), order.text)
    case 'improve': {
      const { dimension, tasks } = weakest(quality, order.dimension)
      return again(tasks, `Improve its ${dimension}.`)
    }
  }
}

/** Only a person may go on over a verdict that blocks. */
async function isWorthAnother(run: Run, verdict: TeamConsensus): Promise<boolean> {
  const { task, role, about } = verdict
  const answer = await askPaused(run, task, about, {
    text: `The ${role} blocks ${task} once more, after its revision: ${about}`,
    options: [
      { id: 'revise', label: 'Have it revised once more' },
      { id: 'override', label: 'Go on in spite of it' },
    ],
    free: false,
  })
  const isRevised = answer.option === 'revise'
  const outcome = isRevised ? 'revision' : 'overridden'
  const value = { ...verdict, outcome, by: answer.by } as const
  await run.record('decided', teamFact({ kind: 'team-consensus', value }))
  return isRevised
}

/** The task that a revision is about; a task that is none is about itself. */
function rootOf(task: string): string {
  return task.replace(/-R\d+$/, '')
}

export function revisionsOf({ dependency_graph: graph }: TaskAnalysis, task: string): number {
  const root = rootOf(task)
  return Object.keys(graph).filter((id) => id !== root && rootOf(id) === root).length
}

/** A task that revises another: after it, by the same role, and before everything that waits for it. */
function withRevision(analysis: TaskAnalysis, task: string, about: string): TaskAnalysis {
  const root = rootOf(task)
  return withTask(analysis, {
    id: `${root}-R${revisionsOf(analysis, task) + 1}`,
    role: analysis.dependency_graph[task]?.role ?? 'general',
    capability: capabilityOf(prefixOf(root)),
    goal: `REVISION of ${task}: ${goalOf(analysis, task)}`,
    constraints: about,
    blockedBy: [task],
    before: Object.entries(analysis.dependency_graph).flatMap(([id, { blockedBy }]) =>
      blockedBy.includes(task) ? [id] : [],
    ),
  })
}

/** Tasks that feedback names, by id, role or words of their goal; the last ones when it names none. */
function tasksAbout(
  { dependency_graph: graph, capabilities: all }: TaskAnalysis,
  text: string,
): readonly string[] {
  const words = new Set(text.toLowerCase().match(/[a-z0-9-]{4,}/g) ?? [])
  const ids = Object.keys(graph)
  const named = ids.filter((id) => words.has(id.toLowerCase()) || words.has(graph[id]?.role ?? ''))
  if (named.length > 0) return named
  const goals = new Map(all.flatMap(({ tasks }) => tasks.map(({ id, goal }) => [id, goal.toLowerCase()])))
  const about = ids.filter((id) => [...words].some((word) => (goals.get(id) ?? '').includes(word)))
  if (about.length > 0 && about.length < ids.length) return about
  const waited = new Set(Object.values(graph).flatMap(({ blockedBy }) => blockedBy))
  return ids.filter((id) => !waited.has(id))
}

/** The dimension with the lowest mean, and the tasks that are lowest in it. */
function weakest(
  all: readonly TeamQuality[],
  wanted: Dimension | null,
): { readonly dimension: Dimension; readonly tasks: readonly string[] } {
  const newest = [...new Map(all.map((each) => [each.task, each])).values()]
  const sum = (of: Dimension): number => newest.reduce((total, { scores }) => total + scores[of], 0)
  const dimensions = ['completeness', 'consistency', 'accuracy', 'depth'] as const
  const dimension = wanted ?? dimensions.toSorted((a, b) => sum(a) - sum(b))[0] ?? 'completeness'
  const least = Math.min(...newest.map(({ scores }) => scores[dimension]))
  const lowest = newest.filter(({ scores }) => scores[dimension] === least)
  return { dimension, tasks: lowest.flatMap(({ task }) => task ?? []) }
}

function goalOf({ capabilities: all }: TaskAnalysis, id: string): string {
  return all.flatMap(({ tasks }) => tasks).find((task) => task.id === id)?.goal ?? id
}

function byName([one]: readonly [string, unknown], [other]: readonly [string, unknown]): number {
  return one < other ? -1 : 1
}
