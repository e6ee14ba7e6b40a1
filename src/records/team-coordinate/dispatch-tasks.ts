import { wavesOf } from '../../plan/plan-graph.ts'
import { sessionFolder } from './session-id.ts'
import type { AnalysedTask, TaskAnalysis } from './task-analysis.ts'
import { analysedTask } from './task-analysis.ts'
import { linkedIn } from './team-graph.ts'
import type { TeamTask } from './team-task.ts'

/**
 * The tasks of an analysis, each after those it waits for. Contract: one for each node of the graph, once; those that
 * wait for each other stand at the end, for `problemsOfTasks` to find.
 */
export function dispatchTasks(analysis: TaskAnalysis, session: string): readonly TeamTask[] {
  const graph = analysis.dependency_graph
  const sorted = wavesOf(linkedIn(graph)).flat()
  const ids = [...sorted, ...Object.keys(graph).filter((id) => !sorted.includes(id))]
  return ids.map((id) => taskOf(id, analysis, session))
}

function taskOf(id: string, analysis: TaskAnalysis, session: string): TeamTask {
  const { role = '', blockedBy = [] } = analysis.dependency_graph[id] ?? {}
  const found = analysis.capabilities.flatMap(({ tasks }) => tasks).find((task) => task.id === id)
  const made = found ?? analysedTask.parse({ id, goal: analysis.task_description })
  const isLoop = analysis.roles.find(({ name }) => name === role)?.inner_loop ?? false
  const artifacts = analysis.artifacts.filter(({ name }) => name.startsWith(`${id}-`)).map(({ path }) => path)
  return {
    id,
    title: titleOf(made.goal),
    description: descriptionOf({ ...made, artifacts }, { session, role, isLoop }),
    status: 'pending',
    role,
    prefix: prefixOf(id),
    deps: blockedBy,
    findings: null,
    error: null,
  }
}

/** What stands in every task's description; whoever reads it needs nothing else to begin. */
function descriptionOf(
  task: Omit<AnalysedTask, 'id'> & { readonly artifacts: readonly string[] },
  { session, role, isLoop }: { readonly session: string; readonly role: string; readonly isLoop: boolean },
): string {
  const folder = sessionFolder(session)
  const expected =
    task.artifacts.length === 0
      ? 'what the purpose says'
      : task.artifacts.map((path) => `${folder}/${path}`).join(', ')
  return [
    `PURPOSE: ${task.goal} | Success: ${task.success_criteria}`,
    'TASK:',
    ...task.steps.map((step) => `  - ${step}`),
    'CONTEXT:',
    `  - Session: ${folder}`,
    `  - Upstream artifacts: ${task.upstream_artifacts.join(', ') || 'none'}`,
    `  - Key files: ${task.key_files.join(', ') || 'none named'}`,
    `  - Shared state: team_msg(operation="get_state", session_id="${session}")`,
    `EXPECTED: ${expected}`,
    `CONSTRAINTS: ${task.constraints || 'none named'}`,
    '---',
    `InnerLoop: ${isLoop}`,
    `RoleSpec: ${folder}/role-specs/${role}.md`,
  ].join('\n')
}

export function prefixOf(id: string): string {
  return /^[A-Za-z]+/.exec(id)?.[0] ?? id
}

function titleOf(goal: string): string {
  const line = goal.replaceAll(/\s+/g, ' ').trim()
  const short = line.length > 100 ? `${line.slice(0, 99)}…` : line
  return short === '' ? 'What the request asks for' : `${short[0]?.toUpperCase() ?? ''}${short.slice(1)}`
}
