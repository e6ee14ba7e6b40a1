import type { WorkerReport } from '../../contracts/worker-report.ts'
import type { TeamPolicy } from '../../policy/process-policy.ts'
import type { Capability } from '../../records/team-coordinate/capability.ts'
import { dispatchTasks } from '../../records/team-coordinate/dispatch-tasks.ts'
import type { TeamSession } from '../../records/team-coordinate/read-session.ts'
import type { TaskAnalysis } from '../../records/team-coordinate/task-analysis.ts'
import type { RoleSpec, TeamConsensus, TeamQuality } from '../../records/team-coordinate/team-facts.ts'
import type { TeamTask } from '../../records/team-coordinate/team-task.ts'
import type { TaskResult } from '../../stages/execute/see-through.ts'

/** A team at work on a job. */
export interface Team {
  readonly session: string
  readonly objective: string
  /** What becomes of the session when all is done. */
  readonly completion: TeamPolicy['completion']
  readonly analysis: TaskAnalysis
  readonly specs: readonly RoleSpec[]
  /** Tasks as they were when the session was taken up or last told, by id; they say what is over. */
  readonly tasks: readonly TeamTask[]
  /** What came of the tasks that are over. */
  readonly results: readonly TaskResult[]
  /** What was there when the session was taken up; `null` when it began here. */
  readonly given: TeamSession | null
  /** Raised whenever the tasks change. */
  readonly revision: number
}

/** What a task cannot do without, and who is to do it. */
export interface Gap {
  readonly missing: string
  readonly capability: Capability
  readonly role: string
}

/** What was heard of the workers while they carried out the tasks of one revision. */
export interface Heard {
  readonly consensus: Map<string, TeamConsensus>
  readonly quality: Map<string, TeamQuality>
  readonly gaps: Map<string, Gap>
  /** What a worker says it has done, and in which role; nobody is told before it is proven. */
  readonly reports: Map<string, WorkerReport & { readonly role: string }>
  /** How often the work of a task was not good enough. */
  readonly refused: Map<string, number>
}

/** What the coordinator has before it: the team as it was last told, and what is heard of its workers. */
export interface Desk {
  readonly policy: TeamPolicy
  team: Team | null
  heard: Heard
}

export function nothingHeard(): Heard {
  return { consensus: new Map(), quality: new Map(), gaps: new Map(), reports: new Map(), refused: new Map() }
}

/**
 * The tasks as the analysis has them now. What is known of those before stays known; what is begun again has nothing
 * to show yet, and is told what is said to it.
 */
export function chainOf(
  { analysis, session, tasks }: Pick<Team, 'analysis' | 'session' | 'tasks'>,
  reopened: readonly string[] = [],
  words: Readonly<Record<string, string>> = {},
): readonly TeamTask[] {
  return dispatchTasks(analysis, session).map((task) => {
    const known = tasks.find(({ id }) => id === task.id)
    const { deps, role } = task
    const base = known === undefined ? task : { ...known, deps, role }
    const said = words[task.id] ?? ''
    const told = said === '' ? base : { ...base, description: `${base.description}\nFEEDBACK: ${said}` }
    return reopened.includes(task.id) ? { ...told, status: 'pending', findings: null, error: null } : told
  })
}
