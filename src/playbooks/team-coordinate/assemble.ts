import { composeRoleSpec } from '../../records/team-coordinate/compose-role-spec.ts'
import { problemsOfRoleSpec } from '../../records/team-coordinate/problems-of-role-spec.ts'
import type { TaskAnalysis } from '../../records/team-coordinate/task-analysis.ts'
import type { RoleSpec } from '../../records/team-coordinate/team-facts.ts'
import { withTask } from '../../records/team-coordinate/with-task.ts'

export const RESEARCH = 'RESEARCH-001'

/** The analysis with somebody in it who looks before the roles are made. Contract: nobody exceeds the cap for that. */
export function withResearcher(analysis: TaskAnalysis, mostRoles: number): TaskAnalysis {
  const [first] = analysis.roles
  const isFull = analysis.roles.length >= mostRoles
  const role = isFull && first !== undefined ? first.name : 'researcher'
  return withTask(analysis, {
    id: RESEARCH,
    role,
    capability: 'researcher',
    goal: `Find out what is there that matters for: ${analysis.task_description}`,
    before: Object.entries(analysis.dependency_graph).flatMap(([id, { blockedBy }]) =>
      blockedBy.length === 0 ? [id] : [],
    ),
  })
}

/** A team whose roles can be described; where one cannot, one general role does everything. */
export function describeRoles(
  analysis: TaskAnalysis,
  compose: typeof composeRoleSpec = composeRoleSpec,
): { readonly analysis: TaskAnalysis; readonly specs: readonly RoleSpec[]; readonly isFallback: boolean } {
  const specs = specsOf(analysis, compose)
  if (specs !== null) return { analysis, specs, isFallback: false }
  const general = generalTeam(analysis)
  return { analysis: general, specs: specsOf(general, composeRoleSpec) ?? [], isFallback: true }
}

function specsOf(analysis: TaskAnalysis, compose: typeof composeRoleSpec): readonly RoleSpec[] | null {
  const specs = analysis.roles.map((role) => ({ role: role.name, text: compose(role, analysis) }))
  return specs.some(({ text }) => problemsOfRoleSpec(text).length > 0) ? null : specs
}

function generalTeam(analysis: TaskAnalysis): TaskAnalysis {
  const empty = { ...analysis, capabilities: [], dependency_graph: {}, roles: [], artifacts: [] }
  return withTask(empty, {
    id: 'TASK-001',
    role: 'general',
    capability: 'general',
    goal: analysis.task_description,
  })
}
