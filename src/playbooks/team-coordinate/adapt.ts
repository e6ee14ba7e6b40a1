import type { CapabilityGap } from '../../contracts/capability-gap.ts'
import type { TeamPolicy } from '../../policy/process-policy.ts'
import { type Capability, capabilities, isCapability } from '../../records/team-coordinate/capability.ts'
import { teamFact } from '../../records/team-coordinate/team-facts.ts'
import { signalsIn } from '../../records/team-coordinate/work-items.ts'
import type { CrewTask, GapEnd } from '../../stages/execute/crew.ts'
import { endedBy } from '../../stages/execute/ended-by.ts'
import { logMessage } from './log-message.ts'
import type { Team } from './team.ts'

/** What a task cannot do without, and who is to do it: a new role, or one that takes it on. */
export interface Gap {
  readonly missing: string
  readonly capability: Capability
  readonly role: string
  readonly isNew: boolean
}

/**
 * Finds somebody for what a worker cannot do: a role that can already is given the task; else the team gets a role,
 * while it may still have one; else the nearest role takes it on; and where nobody is near, a person decides.
 */
export async function closeTeamGap(
  attempt: CrewTask,
  gap: CapabilityGap,
  had: readonly string[],
  team: Team,
  policy: TeamPolicy,
  gaps: Map<string, Gap>,
): Promise<GapEnd> {
  const { run, task } = attempt
  const { missing, suggested } = gap
  const data = { gap_description: missing, requesting_role: task.role, suggested_capability: suggested }
  await logMessage(run, 'gap', [task.role, 'coordinator'], 'capability_gap', missing, data)
  const capability = capabilityOf(gap)
  const covering = team.analysis.roles.find(
    ({ name, role_spec_metadata: { additional_members: members } }) =>
      name !== task.role &&
      !had.includes(name) &&
      (name === suggested || name === capability || members.includes(capability ?? '')),
  )
  if (covering !== undefined) return { kind: 'reassign', role: covering.name, by: 'coordinator' }
  const isSecond = task.dependencies.some((on) => team.analysis.dependency_graph[on]?.role === capability)
  if (capability === null || isSecond) return askWho(attempt, missing, team)
  const { roles } = team.analysis
  const isNew = roles.length < policy.roles && !roles.some(({ name }) => name === capability)
  const role = isNew ? capability : nearest(capability, team, task.role)
  if (role === null) return askWho(attempt, missing, team)
  gaps.set(task.id, { missing, capability, role, isNew })
  return { kind: 'replan', reason: `It needs what the ${task.role} cannot do: ${missing}` }
}

function capabilityOf({ missing, suggested }: CapabilityGap): Capability | null {
  const named = suggested ?? ''
  if (isCapability(named)) return named
  return signalsIn(`${named} ${missing}`)[0] ?? null
}

/** The role whose place in the order of work is nearest to the capability's. */
function nearest(capability: Capability, { analysis }: Team, not: string): string | null {
  const tierOf = (name: string): number => (isCapability(name) ? capabilities[name].tier : 2)
  const distance = (name: string): number => Math.abs(tierOf(name) - capabilities[capability].tier)
  const others = analysis.roles.map(({ name }) => name).filter((name) => name !== not)
  return others.toSorted((a, b) => distance(a) - distance(b))[0] ?? null
}

/** Nobody covers it and nobody may be added: the session pauses until a person has decided. */
async function askWho(attempt: CrewTask, missing: string, { analysis }: Team): Promise<GapEnd> {
  const { run, task } = attempt
  const others = analysis.roles.map(({ name }) => name).filter((name) => name !== task.role)
  await run.record('paused', teamFact({ kind: 'team-paused', value: { paused: true, why: missing } }))
  const answer = await run.question('gap', {
    kind: 'choice',
    text: `${task.id} needs what nobody in the team can do: ${missing}`,
    options: [
      ...others.map((name) => ({ id: `to-${name}`, label: `Give it to the ${name}` })),
      { id: 'skip', label: 'Go on without it and without what depends on it' },
      { id: 'stop', label: 'End the run' },
    ],
    free: true,
  })
  if (answer.option === 'stop') throw endedBy(answer.by, task.id)
  await run.record('resumed', teamFact({ kind: 'team-paused', value: { paused: false, why: missing } }))
  if (answer.option === 'skip') return { kind: 'given-up', problem: `Nobody can do it: ${missing}` }
  const role = others.find((name) => answer.option === `to-${name}`)
  if (role !== undefined) return { kind: 'reassign', role, by: answer.by }
  return { kind: 'again', words: answer.text ?? 'Do it with what you have.' }
}
