import { composeRoleSpec } from '../../records/team-coordinate/compose-role-spec.ts'
import { capabilities, type Capability } from '../../records/team-coordinate/capability.ts'
import { capabilityWork } from '../../records/team-coordinate/capability-work.ts'
import { problemsOfRoleSpec } from '../../records/team-coordinate/problems-of-role-spec.ts'
import { roleFor } from '../../records/team-coordinate/role-for.ts'
import type { AnalysedRole, TaskAnalysis } from '../../records/team-coordinate/task-analysis.ts'
import type { RoleSpec } from '../../records/team-coordinate/team-facts.ts'
import { prioritised } from '../../records/team-coordinate/team-graph.ts'

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
    constraints: '',
    blockedBy: [],
    before: Object.entries(analysis.dependency_graph).flatMap(([id, { blockedBy }]) =>
      blockedBy.length === 0 ? [id] : [],
    ),
  })
}

export interface NewTask {
  readonly id: string
  readonly role: string
  readonly capability: Capability
  readonly goal: string
  readonly constraints: string
  readonly blockedBy: readonly string[]
  /** Tasks that have to wait for it. */
  readonly before: readonly string[]
}

/** The analysis with one more task, and with its role where nobody has it yet. */
export function withTask(analysis: TaskAnalysis, task: NewTask): TaskAnalysis {
  const { id, role, capability, goal, constraints, blockedBy, before } = task
  const { prefix, responsibility, artifact } = capabilities[capability]
  const work = capabilityWork[capability]
  const upstream = analysis.artifacts.filter(({ name }) => blockedBy.some((on) => name.startsWith(`${on}-`)))
  const made = {
    id,
    goal,
    steps: work.steps,
    key_files: [],
    upstream_artifacts: upstream.map(({ name }) => name),
    success_criteria: work.success,
    constraints,
  }
  const file = `${id}-${artifact}.md`
  const known = analysis.capabilities.find(({ name }) => name === capability)
  const others = analysis.capabilities.filter((each) => each !== known)
  const own = known ?? {
    name: capability,
    prefix,
    responsibility_type: responsibility,
    tasks: [],
    artifacts: [],
  }
  const graph = Object.fromEntries(
    Object.entries(analysis.dependency_graph).map(([each, node]) => [
      each,
      before.includes(each) ? { ...node, blockedBy: [...node.blockedBy, id] } : node,
    ]),
  )
  return {
    ...analysis,
    capabilities: [...others, { ...own, tasks: [...own.tasks, made], artifacts: [...own.artifacts, file] }],
    dependency_graph: prioritised({ ...graph, [id]: { role, blockedBy } }),
    roles: withRole(analysis.roles, role, capability),
    artifacts: [...analysis.artifacts, { name: file, producer: role, path: `artifacts/${file}` }],
  }
}

function withRole(
  roles: readonly AnalysedRole[],
  name: string,
  capability: Capability,
): readonly AnalysedRole[] {
  if (!roles.some((role) => role.name === name)) return [...roles, roleFor(name, capability)]
  return roles.map((role) => {
    if (role.name !== name) return role
    const { additional_members: members, ...metadata } = role.role_spec_metadata
    const more = name === capability || members.includes(capability) ? members : [...members, capability]
    const output = more === members ? metadata.output_type : 'mixed'
    return {
      ...role,
      task_count: role.task_count + 1,
      role_spec_metadata: { ...metadata, additional_members: more, output_type: output },
    }
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
    constraints: '',
    blockedBy: [],
    before: [],
  })
}
