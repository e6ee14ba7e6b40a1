import type { WorkerReport } from '../../contracts/worker-report.ts'
import { teamWorker } from '../../contracts/team-worker.ts'
import type { Run } from '../../kernel/playbook.ts'
import type { FailureReport } from '../../policy/failure-report.ts'
import { roleIn } from '../../records/team-coordinate/task-analysis.ts'
import type { TeamConsensus, TeamQuality } from '../../records/team-coordinate/team-facts.ts'
import { teamFact } from '../../records/team-coordinate/team-facts.ts'
import type { Crew, CrewTask } from '../../stages/execute/crew.ts'
import { plainReport } from '../../stages/execute/report-failure.ts'
import { closeTeamGap } from './adapt.ts'
import { knowledgeOf } from './knowledge.ts'
import { lookBack } from './look-back.ts'
import { judgeQuality } from './quality.ts'
import type { Desk, Team } from './team.ts'

const MINUTE = 60_000

/** Those who do the tasks of a team: whoever it is, it is a team_worker with the words of its role. */
export function teamCrew(team: Team, desk: Desk): Crew {
  return {
    contractFor: async ({ run, task }) => {
      const output = roleIn(team.analysis, task.role)?.role_spec_metadata.output_type ?? 'mixed'
      const knows = await lookBack(run, 'knows', team, (state) => knowledgeOf(state, team.given, task.id))
      return teamWorker(task.role, output, knows, desk.policy.minutes * MINUTE)
    },
    hear: async (attempt, turn, { worker }) =>
      worker === undefined ? null : hearReport(attempt, turn, worker, desk),
    closeGap: (attempt, gap, had) => closeTeamGap(attempt, gap, had, team, desk),
  }
}

/** Keeps what a worker reports until it is proven, and says why it cannot be taken, if it cannot. */
async function hearReport(
  { run, task }: CrewTask,
  turn: number,
  report: WorkerReport,
  { policy, heard }: Desk,
): Promise<FailureReport | null> {
  const before = heard.refused.get(task.id) ?? 0
  const of = judgeQuality(task.id, report, policy.quality, before)
  heard.quality.set(task.id, of)
  heard.reports.set(task.id, { ...report, role: task.role })
  await run.record(`quality-${turn}`, teamFact({ kind: 'team-quality', value: of }))
  if (of.verdict === 'pass' || of.verdict === 'warn') return null
  heard.refused.set(task.id, before + 1)
  return refusal(task.id, of)
}

/** Whether a verdict of this revision blocks, by what is recorded. */
export function isBlocked(run: Run, revision: number): boolean {
  const pattern = new RegExp(`@r${revision}(?:\\.\\d+)?/.*/consensus$`)
  return [...run.recorded()].some(
    ([name, value]) => pattern.test(name) && (value as unknown as TeamConsensus).level === 'HIGH',
  )
}

function refusal(task: string, { total, verdict, issues }: TeamQuality): FailureReport {
  const errors = issues.filter((issue) => issue.class === 'Error').map(({ text }) => text)
  const why = errors.length > 0 ? `it has errors: ${errors.join(' ')}` : `its quality is ${total} of 100`
  const problem = `${task} is not taken: ${why}`
  return plainReport(verdict === 'fail' ? 'escalate' : 'fixable', 'quality', problem, `quality of ${task}`)
}
