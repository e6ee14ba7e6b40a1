import { RunFailure } from '../../kernel/failure.ts'
import type { Run } from '../../kernel/playbook.ts'
import { capabilities, capabilityOf } from '../../records/team-coordinate/capability.ts'
import { prefixOf } from '../../records/team-coordinate/dispatch-tasks.ts'
import type { TaskAnalysis } from '../../records/team-coordinate/task-analysis.ts'
import type { TeamConsensus, TeamQuality } from '../../records/team-coordinate/team-facts.ts'
import { teamFact } from '../../records/team-coordinate/team-facts.ts'
import type { TaskResult } from '../../stages/execute/see-through.ts'
import { withTask } from './assemble.ts'
import type { Heard } from './crew.ts'
import { revisionsOf, rootOf } from './crew.ts'
import type { Team } from './team.ts'
import { withDependents } from './team.ts'
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
export async function settleVerdicts(run: Run, team: Team, heard: Heard): Promise<Change> {
  let { analysis } = team
  for (const [task, verdict] of [...heard.consensus].toSorted(byName)) {
    if (verdict.level !== 'HIGH') continue
    const isRevised =
      verdict.outcome === 'revision' || (await isWorthAnother(run.scope(`verdict/${task}`), verdict))
    if (isRevised) analysis = withRevision({ ...team, analysis }, task, verdict.about)
  }
  return { analysis, reopened: [], words: {} }
}

/** Who works on what nobody could do: each gap gets a task, and the task that it stopped waits for it. */
export function settleGaps(
  team: Team,
  analysis: TaskAnalysis,
  heard: Heard,
  results: readonly TaskResult[],
): Change {
  let changed = analysis
  const words: Record<string, string> = {}
  const stuck = results.filter(({ state }) => state === 'replanning')
  for (const { id, problem } of stuck) {
    const gap = heard.gaps.get(id)
    if (gap === undefined) words[id] = problem ?? ''
    else {
      const { prefix } = capabilities[gap.capability]
      changed = withTask(changed, {
        id: freeId(changed, prefix),
        role: gap.role,
        capability: gap.capability,
        goal: `${gap.missing} (for ${id}: ${goalOf(team, id)})`,
        constraints: '',
        blockedBy: changed.dependency_graph[id]?.blockedBy ?? [],
        before: [id],
      })
    }
  }
  return { analysis: changed, reopened: [], words }
}

/** What a person wants to be different. What names no task changes nothing. */
export function settleOrder(
  team: Team,
  analysis: TaskAnalysis,
  order: TeamOrder,
  quality: readonly TeamQuality[],
): Change {
  const again = (tasks: readonly string[], words: string): Change => ({
    analysis,
    reopened: [...withDependents({ ...team, analysis }, tasks)],
    words: Object.fromEntries(tasks.map((id) => [id, words])),
  })
  switch (order.do) {
    case 'revise': {
      const known = Object.hasOwn(analysis.dependency_graph, order.task) ? [order.task] : []
      return again(known, order.text === '' ? 'Do it once more, and better.' : order.text)
    }
    case 'feedback':
      return again(tasksAbout(analysis, order.text), order.text)
    case 'improve': {
      const { dimension, tasks } = weakest(quality, order.dimension)
      const known = tasks.filter((id) => Object.hasOwn(analysis.dependency_graph, id))
      return again(known, `Improve its ${dimension}.`)
    }
  }
}

/** Only a person may go on over a verdict that blocks. */
async function isWorthAnother(run: Run, verdict: TeamConsensus): Promise<boolean> {
  const { task, role, about } = verdict
  await run.record('paused', teamFact({ kind: 'team-paused', value: { paused: true, why: about } }))
  const answer = await run.question('decide', {
    kind: 'choice',
    text: `The ${role} blocks ${task} once more, after its revision: ${about}`,
    options: [
      { id: 'revise', label: 'Have it revised once more' },
      { id: 'override', label: 'Go on in spite of it' },
      { id: 'stop', label: 'End the run' },
    ],
    free: false,
  })
  if (answer.option === 'stop') {
    throw new RunFailure({ code: 'rejected', message: `Ended by ${answer.by}: ${task} is blocked.` })
  }
  await run.record('resumed', teamFact({ kind: 'team-paused', value: { paused: false, why: about } }))
  const isRevised = answer.option === 'revise'
  const outcome = isRevised ? 'revision' : 'overridden'
  const value = { ...verdict, outcome, by: answer.by } as const
  await run.record('decided', teamFact({ kind: 'team-consensus', value }))
  return isRevised
}

/** A task that revises another: after it, by the same role, and before everything that waits for it. */
function withRevision(team: Team, task: string, about: string): TaskAnalysis {
  const { analysis } = team
  const root = rootOf(task)
  const id = `${root}-R${revisionsOf(team, task) + 1}`
  const role = analysis.dependency_graph[task]?.role ?? 'general'
  const before = Object.entries(analysis.dependency_graph).flatMap(([each, { blockedBy }]) =>
    blockedBy.includes(task) ? [each] : [],
  )
  return withTask(analysis, {
    id,
    role,
    capability: capabilityOf(prefixOf(root)),
    goal: `REVISION of ${task}: ${goalOf(team, task)}`,
    constraints: about,
    blockedBy: [task],
    before,
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

function goalOf({ analysis }: Pick<Team, 'analysis'>, id: string): string {
  const task = analysis.capabilities.flatMap(({ tasks }) => tasks).find((each) => each.id === id)
  return task?.goal ?? id
}

function freeId({ dependency_graph: graph }: TaskAnalysis, prefix: string): string {
  for (let number = 1; ; number += 1) {
    const id = `${prefix}-${String(number).padStart(3, '0')}`
    if (!Object.hasOwn(graph, id)) return id
  }
}

function byName([one]: readonly [string, unknown], [other]: readonly [string, unknown]): number {
  return one < other ? -1 : 1
}
