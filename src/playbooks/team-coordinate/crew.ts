import type { WorkerReport } from '../../contracts/worker-report.ts'
import { teamWorker } from '../../contracts/team-worker.ts'
import type { Run } from '../../kernel/playbook.ts'
import type { TeamPolicy } from '../../policy/process-policy.ts'
import type { FailureReport } from '../../policy/failure-report.ts'
import { sessionFolder } from '../../records/team-coordinate/session-id.ts'
import type { TeamConsensus, TeamQuality } from '../../records/team-coordinate/team-facts.ts'
import { teamFact } from '../../records/team-coordinate/team-facts.ts'
import type { Crew, CrewTask } from '../../stages/execute/crew.ts'
import { plainReport } from '../../stages/execute/report-failure.ts'
import type { Gap } from './adapt.ts'
import { closeTeamGap } from './adapt.ts'
import { knowledgeOf, NAMES, sharedBy } from './knowledge.ts'
import { logMessage } from './log-message.ts'
import { judgeQuality } from './quality.ts'
import type { Team } from './team.ts'
import { roleOf } from './team.ts'

const MINUTE = 60_000

/** What a crew has heard while it carried out the tasks of one revision. */
export interface Heard {
  readonly consensus: Map<string, TeamConsensus>
  readonly quality: Map<string, TeamQuality>
  readonly gaps: Map<string, Gap>
  readonly reports: Map<string, WorkerReport>
  /** How often the work of a task was not good enough. */
  readonly refused: Map<string, number>
}

export function nothingHeard(): Heard {
  return { consensus: new Map(), quality: new Map(), gaps: new Map(), reports: new Map(), refused: new Map() }
}

/** Those who do the tasks of a team: whoever it is, it is a team_worker with the words of its role. */
export function teamCrew(run: Run, team: Team, policy: TeamPolicy, heard: Heard): Crew {
  return {
    contractFor: async ({ run: attempt, task }) => {
      const shared = sharedBy(run)
      const seen = await attempt.decide('knows', () => shared.length)
      const output = roleOf(team, task.role)?.role_spec_metadata.output_type ?? 'mixed'
      const knows = knowledgeOf(team, task.id, sharedBy(run).slice(0, seen))
      return teamWorker(task.role, output, knows, policy.minutes * MINUTE)
    },
    hear: async (attempt, turn, { worker }) =>
      worker === undefined ? null : hearReport(attempt, turn, worker, team, policy, heard),
    closeGap: (attempt, gap, had) => closeTeamGap(attempt, gap, had, team, policy, heard.gaps),
  }
}

/** Tells the team what a worker reports, and says why it cannot be taken, if it cannot. */
async function hearReport(
  attempt: CrewTask,
  turn: number,
  report: WorkerReport,
  team: Team,
  policy: TeamPolicy,
  heard: Heard,
): Promise<FailureReport | null> {
  const { run, task } = attempt
  const { artifact, consensus, findings } = report
  const named = (name: string): string => `${name}-${turn}`
  const ref =
    artifact === null ? null : `${sessionFolder(team.session)}/artifacts/${task.id}-${artifact.name}.md`
  const way = [task.role, 'coordinator'] as const
  const success = roleOf(team, task.role)?.role_spec_metadata.message_types.success ?? 'impl_complete'
  const state = {
    status: 'task_complete',
    task_id: task.id,
    ref,
    key_findings: report.key_findings,
    decisions: report.decisions.map(({ decision, rationale }) => `${decision}: ${rationale}`),
    files_modified: report.files_modified,
    verification: report.verification,
  }
  const before = heard.refused.get(task.id) ?? 0
  const of = judgeQuality(task.id, report, policy.quality, before)
  heard.quality.set(task.id, of)
  const isTaken = of.verdict === 'pass' || of.verdict === 'warn'
  await run.record(named('quality'), teamFact({ kind: 'team-quality', value: of }))
  if (!isTaken) {
    heard.refused.set(task.id, before + 1)
    return refusal(task.id, of)
  }
  await logMessage(run, named('state'), way, 'state_update', findings, state)
  if (artifact !== null) {
    const value = { task: task.id, ...artifact }
    await run.record(named(NAMES.artifact), teamFact({ kind: 'team-artifact', value }))
  }
  await logMessage(run, named('done'), way, success, findings)
  heard.reports.set(task.id, report)
  const value = { task: task.id, status: 'completed', findings, error: null } as const
  await run.record(named(NAMES.result), teamFact({ kind: 'team-result', value }))
  if (consensus !== null) await hearConsensus(attempt, turn, consensus, team, policy, heard)
  return null
}

/** A verdict that blocks is never taken back by us: a revision is made, or a person decides. */
async function hearConsensus(
  { run, task }: CrewTask,
  turn: number,
  { level, about }: NonNullable<WorkerReport['consensus']>,
  team: Team,
  policy: TeamPolicy,
  heard: Heard,
): Promise<void> {
  const outcomes = {
    HIGH: revisionsOf(team, task.id) < policy.revisions ? 'revision' : 'paused',
    MEDIUM: 'warned',
    LOW: 'noted',
  } as const
  const value = { task: task.id, role: task.role, level, about, outcome: outcomes[level], by: null }
  heard.consensus.set(task.id, value)
  if (level === 'HIGH') {
    const way = [task.role, 'coordinator'] as const
    await logMessage(run, `blocked-${turn}`, way, 'consensus_blocked', about, { level })
  }
  await run.record(`consensus-${turn}`, teamFact({ kind: 'team-consensus', value }))
}

/** Whether a verdict of this revision blocks, by what is recorded. */
export function isBlocked(run: Run, revision: number): boolean {
  const pattern = new RegExp(`@r${revision}(?:\\.\\d+)?/.*consensus-\\d+$`)
  return [...run.recorded()].some(
    ([name, value]) => pattern.test(name) && (value as unknown as TeamConsensus).level === 'HIGH',
  )
}

/** The task that a revision is about; a task that is none is about itself. */
export function rootOf(task: string): string {
  return task.replace(/-R\d+$/, '')
}

export function revisionsOf({ analysis }: Pick<Team, 'analysis'>, task: string): number {
  const root = rootOf(task)
  return Object.keys(analysis.dependency_graph).filter((id) => id !== root && rootOf(id) === root).length
}

function refusal(task: string, { total, verdict, issues }: TeamQuality): FailureReport {
  const errors = issues.filter((issue) => issue.class === 'Error').map(({ text }) => text)
  const why = errors.length > 0 ? `it has errors: ${errors.join(' ')}` : `its quality is ${total} of 100`
  const problem = `${task} is not taken: ${why}`
  return plainReport(verdict === 'fail' ? 'escalate' : 'fixable', 'quality', problem, `quality of ${task}`)
}
