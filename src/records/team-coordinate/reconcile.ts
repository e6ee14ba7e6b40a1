import type { z } from 'zod'
import { RunFailure } from '../../kernel/failure.ts'
import { analyseTask } from './analyse-task.ts'
import { capabilityOf } from './capability.ts'
import { composeRoleSpec } from './compose-role-spec.ts'
import { dispatchTasks, prefixOf } from './dispatch-tasks.ts'
import { problemsOfRoleSpec } from './problems-of-role-spec.ts'
import { problemsOfTasks, withoutDuplicates } from './problems-of-tasks.ts'
import { roleFor } from './role-for.ts'
import type { teamSessionSchema } from './session-files.ts'
import type { TaskAnalysis } from './task-analysis.ts'
import type { RoleSpec, TeamArtifact } from './team-facts.ts'
import { prioritised } from './team-graph.ts'
import type { TeamTask } from './team-task.ts'

/** A session whose parts agree. */
export interface Reconciled {
  readonly id: string
  readonly objective: string
  readonly analysis: TaskAnalysis
  readonly specs: readonly RoleSpec[]
  readonly tasks: readonly TeamTask[]
  /** What was set right, each in one sentence. */
  readonly changes: readonly string[]
}

/** The parts of a session as far as they can be read. */
export interface SessionParts {
  readonly session: z.infer<typeof teamSessionSchema> | null
  readonly analysis: TaskAnalysis | null
  readonly tasks: readonly TeamTask[] | null
  readonly specs: readonly RoleSpec[]
  readonly artifacts: readonly TeamArtifact[]
  /** What could not be read, and why. */
  readonly broken: readonly string[]
}

/**
 * Brings the parts of an interrupted session to agree. Contract: `tasks.json` is the truth about what is there and how
 * far it is; what is missing or cannot be read is made again from the rest; what was at work waits to be begun again.
 * Throws `bad-input` where the rest is too little, or where the chain of tasks cannot be carried out.
 */
export function reconcile(parts: SessionParts, where: string): Reconciled {
  const changes = parts.broken.map((each) => `${each} It was made again from the rest.`)
  const objective = parts.session?.task_description ?? parts.analysis?.task_description ?? ''
  const known = parts.analysis ?? (parts.tasks === null && objective === '' ? null : remade(parts, objective))
  if (known === null) throw lost(parts, where)
  const id =
    parts.session?.session_id ?? where.split('/').findLast((name) => name.startsWith('TC-')) ?? 'TC-session'
  const { tasks: written, skipped } = withoutDuplicates(parts.tasks ?? [])
  changes.push(...skipped.map((each) => `${each} was there twice; the first one counts.`))
  const settled = written.map((task) => settle(task, parts, changes))
  const analysis = withGraph(known, settled, parts)
  const tasks = dispatchTasks(analysis, id).map((made) => {
    const task = settled.find((each) => each.id === made.id)
    return task === undefined ? created(made, parts, changes) : linked(task, made, changes)
  })
  const [problem] = problemsOfTasks(tasks, analysis)
  if (problem !== undefined)
    throw new RunFailure({ code: 'bad-input', message: `${where}/tasks.json: ${problem}`, where })
  const specs = analysis.roles.map((role) => {
    const given = parts.specs.find((spec) => spec.role === role.name)
    if (given !== undefined && problemsOfRoleSpec(given.text, role.name, true).length === 0) return given
    const why = given === undefined ? 'was missing' : 'could not be used'
    changes.push(`role-specs/${role.name}.md ${why}; it was composed anew.`)
    return { role: role.name, text: composeRoleSpec(role, analysis) }
  })
  return {
    id,
    objective: objective === '' ? analysis.task_description : objective,
    analysis,
    specs,
    tasks,
    changes,
  }
}

/** How far a task really is. What a session says is completed is, unless the task itself says that it failed. */
function settle(task: TeamTask, { session }: SessionParts, changes: string[]): TeamTask {
  const { id, status } = task
  const isListed = session?.completed_tasks.includes(id) ?? false
  const workers = (session?.active_workers ?? []).map((each) =>
    typeof each === 'string' ? each : (each.task ?? each.task_id ?? ''),
  )
  switch (status) {
    case 'completed':
      if (session !== null && !isListed) changes.push(`${id} is completed, which the session did not know.`)
      return task
    case 'pending':
    case 'in_progress': {
      if (isListed) {
        changes.push(`${id} was completed, which tasks.json did not know.`)
        return { ...task, status: 'completed' }
      }
      if (status === 'pending') return task
      const isOrphan = !workers.some((worker) => worker.includes(id) || worker === task.role)
      changes.push(
        `${id} was ${isOrphan ? 'begun by a fast advance that nobody followed' : 'interrupted'}; it waits again.`,
      )
      return { ...task, status: 'pending' }
    }
    case 'failed':
    case 'timed_out':
      changes.push(
        `${id} had ${status === 'failed' ? 'failed' : 'timed out'}${task.error === null ? '' : ` (${task.error})`}; it is tried again.`,
      )
      return { ...task, status: 'pending' }
  }
}

/** What the graph has and `tasks.json` lost. Without a session, what it left behind tells whether it was done. */
function created(made: TeamTask, parts: SessionParts, changes: string[]): TeamTask {
  changes.push(`${made.id} was created: it was in the graph and had no task.`)
  const isLeft = parts.session === null && parts.artifacts.some(({ task }) => task === made.id)
  return settle(isLeft ? { ...made, status: 'completed' } : made, parts, changes)
}

/** Deps that only the graph has, and what a description has to name. */
function linked(task: TeamTask, made: TeamTask, changes: string[]): TeamTask {
  const lost = made.deps.filter((dep) => !task.deps.includes(dep))
  if (lost.length > 0) changes.push(`${task.id} waits for ${lost.join(', ')} again.`)
  const isNamed = task.description.includes('Session:')
  const description = isNamed ? task.description : `${task.description || task.title}\n${made.description}`
  return { ...task, role: made.role, prefix: made.prefix, deps: made.deps, description }
}

/** The graph with every task in it, each for a role that there is. */
function withGraph(
  analysis: TaskAnalysis,
  tasks: readonly TeamTask[],
  { session }: SessionParts,
): TaskAnalysis {
  const listed = (session?.roles ?? [])
    .filter(({ name }) => analysis.roles.every((role) => role.name !== name))
    .map(({ name, prefix, inner_loop }) => ({ ...roleFor(name, capabilityOf(prefix)), prefix, inner_loop }))
  const roles = [...analysis.roles, ...listed]
  const ids = [...new Set([...Object.keys(analysis.dependency_graph), ...tasks.map(({ id }) => id)])]
  const byPrefix = (id: string): string => roles.find(({ prefix }) => prefix === prefixOf(id))?.name ?? ''
  return {
    ...analysis,
    roles,
    dependency_graph: prioritised(
      Object.fromEntries(
        ids.map((id) => {
          const node = analysis.dependency_graph[id]
          const task = tasks.find((each) => each.id === id)
          const role =
            [task?.role, node?.role].find((name) => name !== undefined && name !== '') ?? byPrefix(id)
          return [id, { role, blockedBy: [...new Set([...(task?.deps ?? []), ...(node?.blockedBy ?? [])])] }]
        }),
      ),
    ),
  }
}

/** An analysis out of what is left: the tasks and their roles, or else the words of the request. */
function remade({ tasks, session }: SessionParts, objective: string): TaskAnalysis {
  const fresh = analyseTask(objective === '' ? (tasks ?? []).map(({ title }) => title).join('. ') : objective)
  if (tasks === null || tasks.length === 0) return fresh
  const names = [...new Set(tasks.map(({ id, role }) => (role === '' ? capabilityOf(prefixOf(id)) : role)))]
  const loops = new Map(session?.roles.map(({ name, inner_loop }) => [name, inner_loop]))
  return {
    ...fresh,
    capabilities: [],
    artifacts: [],
    dependency_graph: {},
    roles: names.map((name) => {
      const prefix = prefixOf(tasks.find(({ role }) => role === name)?.id ?? 'TASK')
      return { ...roleFor(name, capabilityOf(prefix)), prefix, inner_loop: loops.get(name) ?? false }
    }),
  }
}

function lost({ broken }: SessionParts, where: string): RunFailure {
  const message = `${broken[0] ?? `${where} cannot be read.`} Neither can the session be made again from the rest: repair that file, or start a new run with what is still to be done.`
  return new RunFailure({ code: 'bad-input', message, where })
}
