import type { Capability } from './capability.ts'
import { capabilities } from './capability.ts'
import { capabilityWork } from './capability-work.ts'
import { roleFor } from './role-for.ts'
import type { AnalysedRole, TaskAnalysis } from './task-analysis.ts'
import { prioritised } from './team-graph.ts'

export interface NewTask {
  readonly id: string
  readonly role: string
  readonly capability: Capability
  readonly goal: string
  /** What the request says about it. */
  readonly text?: string
  readonly files?: readonly string[]
  readonly constraints?: string
  readonly blockedBy?: readonly string[]
  /** Tasks that have to wait for it. */
  readonly before?: readonly string[]
}

/** The analysis with one more task, and with its role where nobody has it yet. */
export function withTask(analysis: TaskAnalysis, task: NewTask): TaskAnalysis {
  const { id, role, capability, goal, text, files = [], constraints = '', blockedBy = [], before = [] } = task
  const { prefix, responsibility: responsibility_type, artifact } = capabilities[capability]
  const { steps, success: success_criteria } = capabilityWork[capability]
  const upstream = analysis.artifacts.filter(({ name }) => blockedBy.some((on) => name.startsWith(`${on}-`)))
  const made = {
    id,
    goal,
    steps: steps.map((step, at) => (at === 1 && text !== undefined ? `${step}: ${text}` : step)),
    key_files: files,
    upstream_artifacts: upstream.map(({ name }) => name),
    success_criteria,
    constraints,
  }
  const file = `${id}-${artifact}.md`
  const known = analysis.capabilities.find(({ name }) => name === capability)
  const others = analysis.capabilities.filter((each) => each !== known)
  const own = known ?? { name: capability, prefix, responsibility_type, tasks: [], artifacts: [] }
  const graph = Object.entries(analysis.dependency_graph).map(([each, node]) => [
    each,
    before.includes(each) ? { ...node, blockedBy: [...node.blockedBy, id] } : node,
  ])
  return {
    ...analysis,
    capabilities: [...others, { ...own, tasks: [...own.tasks, made], artifacts: [...own.artifacts, file] }],
    dependency_graph: prioritised({ ...Object.fromEntries(graph), [id]: { role, blockedBy } }),
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
    const output_type = more === members ? metadata.output_type : 'mixed'
    const role_spec_metadata = { ...metadata, additional_members: more, output_type }
    return { ...role, task_count: role.task_count + 1, role_spec_metadata }
  })
}

/** The first id of a prefix that no task has. */
export function freeId({ dependency_graph: graph }: TaskAnalysis, prefix: string): string {
  for (let number = 1; ; number += 1) {
    const id = `${prefix}-${String(number).padStart(3, '0')}`
    if (!Object.hasOwn(graph, id)) return id
  }
}
