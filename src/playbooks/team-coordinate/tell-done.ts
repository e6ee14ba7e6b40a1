import type { WorkerReport } from '../../contracts/worker-report.ts'
import type { Run } from '../../kernel/playbook.ts'
import { sessionFolder } from '../../records/team-coordinate/session-id.ts'
import { roleIn } from '../../records/team-coordinate/task-analysis.ts'
import type { TeamConsensus } from '../../records/team-coordinate/team-facts.ts'
import { teamFact } from '../../records/team-coordinate/team-facts.ts'
import { logMessage } from './log-message.ts'
import { revisionsOf } from './settle.ts'
import type { Desk, Team } from './team.ts'

/** Tells the team what the worker of a task has reported, now that it is proven. */
export async function tellDone(run: Run, desk: Desk, team: Team, task: string): Promise<void> {
  const report = desk.heard.reports.get(task)
  if (report === undefined) return
  const { role, artifact, consensus, findings, key_findings, decisions, files_modified, verification } =
    report
  const way = [role, 'coordinator'] as const
  const success = roleIn(team.analysis, role)?.role_spec_metadata.message_types.success ?? 'impl_complete'
  const folder = sessionFolder(team.session)
  await logMessage(run, 'state', way, 'state_update', findings, {
    status: 'task_complete',
    task_id: task,
    ref: artifact === null ? null : `${folder}/artifacts/${task}-${artifact.name}.md`,
    key_findings,
    decisions: decisions.map(({ decision, rationale }) => `${decision}: ${rationale}`),
    files_modified,
    verification,
  })
  if (artifact !== null) {
    await run.record('artifact', teamFact({ kind: 'team-artifact', value: { task, ...artifact } }))
  }
  await logMessage(run, 'done', way, success, findings)
  const value = { task, status: 'completed', findings, error: null } as const
  await run.record('result', teamFact({ kind: 'team-result', value }))
  if (consensus !== null) await tellConsensus(run, desk, { ...consensus, task, role }, team)
}

/** A verdict that blocks is never taken back by us: a revision is made, or a person decides. */
async function tellConsensus(
  run: Run,
  { policy, heard }: Desk,
  said: NonNullable<WorkerReport['consensus']> & Pick<TeamConsensus, 'task' | 'role'>,
  { analysis }: Team,
): Promise<void> {
  const { task, role, level, about } = said
  const outcomes = {
    HIGH: revisionsOf(analysis, task) < policy.revisions ? 'revision' : 'paused',
    MEDIUM: 'warned',
    LOW: 'noted',
  } as const
  const value = { ...said, outcome: outcomes[level], by: null }
  heard.consensus.set(task, value)
  if (level === 'HIGH') {
    await logMessage(run, 'blocked', [role, 'coordinator'], 'consensus_blocked', about, { level })
  }
  await run.record('consensus', teamFact({ kind: 'team-consensus', value }))
}
