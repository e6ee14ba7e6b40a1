import { RunFailure } from '../../kernel/failure.ts'
import type { Run } from '../../kernel/playbook.ts'
import type { Plan } from '../../plan/plan.ts'
import { planOfTeam } from '../../records/team-coordinate/plan-of-team.ts'
import { problemsOfTasks } from '../../records/team-coordinate/problems-of-tasks.ts'
import { sessionFolder, teamName } from '../../records/team-coordinate/session-id.ts'
import { teamFact } from '../../records/team-coordinate/team-facts.ts'
import type { TeamTask } from '../../records/team-coordinate/team-task.ts'
import { fact } from '../../stages/facts.ts'
import { say } from '../../stages/say.ts'
import { logMessage } from './log-message.ts'
import type { Desk, Team } from './team.ts'

/** Every task of the team as a plan, those that are over too. */
export function fullPlan({ objective, tasks, analysis }: Team): Plan {
  const open = tasks.map((task): TeamTask => ({ ...task, status: 'pending' }))
  return planOfTeam(objective, open, analysis)
}

/**
 * Tells everybody the team and the tasks of a revision, as far as they differ from those before. A chain that cannot be carried out is reported, and the run halts: it is
 * never put right by us.
 */
export async function dispatch(first: Run, desk: Desk, team: Team): Promise<void> {
  const { analysis, tasks, session, revision, specs, given, completion } = team
  const run = first.scope(`team/r${revision}`)
  const before = desk.team
  desk.team = team
  if (before?.analysis !== analysis) {
    const value = { session, analysis, specs, completion_action: completion }
    await run.record('analysed', teamFact({ kind: 'team-analysed', value }))
  }
  const problems = problemsOfTasks(tasks, analysis)
  if (problems.length > 0) {
    const text = `The tasks cannot be carried out. ${problems.join(' ')}`
    await say(run, 'halted', text)
    throw new RunFailure({ code: 'bad-input', message: text })
  }
  const known = new Map(before?.tasks.map((task) => [task.id, JSON.stringify(task)]))
  const told = tasks.filter((task) => known.get(task.id) !== JSON.stringify(task))
  const roles = analysis.roles.map(({ name }) => name)
  const begun = `Session ${given === null ? 'initialized' : 'resumed'}`
  const summary = revision > 1 ? `Tasks of revision ${revision}` : begun
  await logMessage(run, 'team', ['coordinator', 'all'], 'state_update', summary, {
    pipeline_mode: analysis.complexity.level,
    pipeline_stages: roles,
    roles: ['coordinator', ...roles],
    team_name: teamName(session),
  })
  await run.record('dispatched', teamFact({ kind: 'team-dispatched', value: { tasks: told } }))
  await run.record('plan', fact({ kind: 'plan', value: { revision, ...fullPlan(team) } }))
  const graph = tasks.map(({ id, role, deps, status }) => {
    const icon = status === 'completed' ? 'done' : deps.length === 0 ? 'o' : '.'
    return `  ${icon} ${id} (${role})${deps.length === 0 ? '' : ` after ${deps.join(', ')}`}`
  })
  const lines = [
    `${tasks.length} tasks for ${specs.length} ${specs.length === 1 ? 'role' : 'roles'} (${analysis.complexity.level})`,
    ...graph,
    `Session: ${sessionFolder(session)}`,
  ]
  await say(run, 'graph', lines.join('\n'))
}
