import type { CapabilityGap } from '../../contracts/capability-gap.ts'
import type { Capability } from '../../records/team-coordinate/capability.ts'
import { isCapability, nearestTo } from '../../records/team-coordinate/capability.ts'
import { signalsIn } from '../../records/team-coordinate/work-items.ts'
import type { CrewTask, GapEnd } from '../../stages/execute/crew.ts'
import { askPaused } from './ask-paused.ts'
import { logMessage } from './log-message.ts'
import type { Desk, Team } from './team.ts'

/**
 * Finds somebody for what a worker cannot do: a role that can already is given the task; else the team gets a role,
 * while it may still have one; else the nearest role takes it on; and where nobody is near, a person decides.
 */
export async function closeTeamGap(
  attempt: CrewTask,
  gap: CapabilityGap,
  had: readonly string[],
  team: Team,
  { policy, heard }: Desk,
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
  const names = team.analysis.roles.map(({ name }) => name)
  const others = names.filter((name) => name !== task.role)
  if (capability === null || isSecond) return askWho(attempt, missing, others)
  const isNew = names.length < policy.roles && !names.includes(capability)
  const role = isNew ? capability : nearestTo(capability, others)[0]
  if (role === undefined) return askWho(attempt, missing, others)
  heard.gaps.set(task.id, { missing, capability, role })
  return { kind: 'replan', reason: `It needs what the ${task.role} cannot do: ${missing}` }
}

function capabilityOf({ missing, suggested }: CapabilityGap): Capability | null {
  const named = suggested ?? ''
  if (isCapability(named)) return named
  return signalsIn(`${named} ${missing}`)[0] ?? null
}

/** Nobody covers it and nobody may be added: the session pauses until a person has decided. */
async function askWho({ run, task }: CrewTask, missing: string, others: readonly string[]): Promise<GapEnd> {
  const answer = await askPaused(run.scope('gap'), task.id, missing, {
    text: `${task.id} needs what nobody in the team can do: ${missing}`,
    options: [
      ...others.map((name) => ({ id: `to-${name}`, label: `Give it to the ${name}` })),
      { id: 'skip', label: 'Go on without it and without what depends on it' },
    ],
    free: true,
  })
  if (answer.option === 'skip') return { kind: 'given-up', problem: `Nobody can do it: ${missing}` }
  const role = others.find((name) => answer.option === `to-${name}`)
  if (role !== undefined) return { kind: 'reassign', role, by: answer.by }
  return { kind: 'again', words: answer.text ?? 'Do it with what you have.' }
}
