import type { Run } from '../../kernel/playbook.ts'
import { withResearch } from '../../records/team-coordinate/analyse-task.ts'
import type { TeamSession } from '../../records/team-coordinate/read-session.ts'
import { sessionId } from '../../records/team-coordinate/session-id.ts'
import type { TaskAnalysis } from '../../records/team-coordinate/task-analysis.ts'
import { teamFact } from '../../records/team-coordinate/team-facts.ts'
import type { TaskResult } from '../../stages/execute/see-through.ts'
import { say } from '../../stages/say.ts'
import type { MergeQueue } from '../../stages/integrate/merge-queue.ts'
import type { Job } from '../../stages/job.ts'
import { enter } from '../enter.ts'
import { describeRoles, RESEARCH, withResearcher } from './assemble.ts'
import { carryOutTasks } from './carry-out-tasks.ts'
import { dispatch } from './dispatch.ts'
import type { Desk, Team } from './team.ts'
import { chainOf } from './team.ts'

/** Makes the session, has somebody look first where the request needs it, and makes the roles of everybody else. */
export async function formTeam(
  run: Run,
  job: Job,
  queue: MergeQueue,
  wanted: TaskAnalysis,
  desk: Desk,
): Promise<Team> {
  const { objective } = job
  const { roles: most, completion } = desk.policy
  const session = await run.step<string>('session', {
    kind: 'session',
    input: { objective },
    execute: ({ startedAt }) => Promise.resolve(sessionId(objective, startedAt)),
  })
  const whole = wanted.needs_research ? withResearcher(wanted, most) : wanted
  const { analysis, specs, isFallback } = describeRoles(whole)
  const tasks = chainOf({ analysis, session, tasks: [] })
  const made = { session, objective, completion, analysis, specs, tasks }
  const first: Team = { ...made, results: [], given: null, revision: 1 }
  if (isFallback) {
    const text = 'The roles could not be described, so one general role does it all.'
    await say(run.scope('team'), 'fallback', text)
  }
  await dispatch(run, desk, first)
  if (!wanted.needs_research) return first
  await enter(run, 'research')
  return research(run, job, queue, desk, first)
}

/** Goes on with a session that was left: what is over stays over, and the rest is dispatched once more. */
export async function takeUp(run: Run, given: TeamSession, desk: Desk): Promise<Team> {
  const { id: session, tasks, changes, completionAction: completion } = given
  const results = tasks
    .filter(({ status }) => status === 'completed')
    .map(({ id, title }): TaskResult => ({ id, title, state: 'done', ...nothingDone }))
  if (changes.length > 0) {
    await run.record('reconciled', teamFact({ kind: 'team-reconciled', value: { changes } }))
    await say(run, 'reconciled-said', `Session ${session} is gone on with. ${changes.join(' ')}`)
  }
  const team: Team = { ...given, session, completion, results, given, revision: 1 }
  await dispatch(run, desk, team)
  return team
}

const nothingDone = { attempts: 0, commit: null, problem: null }

/** What the researcher finds is part of what the others are told about their roles. */
async function research(run: Run, job: Job, queue: MergeQueue, desk: Desk, team: Team): Promise<Team> {
  const all = await carryOutTasks(run, job, queue, desk, team, { only: RESEARCH })
  const results = all.filter(({ state }) => state === 'done')
  const found = desk.heard.reports.get(RESEARCH)
  const by = team.analysis.dependency_graph[RESEARCH]?.role ?? 'researcher'
  const summary =
    found === undefined ? 'Nothing was found out.' : [found.findings, ...found.key_findings].join(' ')
  const merged = withResearch(team.analysis, { by, summary, files: found?.files_modified ?? [] })
  const { analysis, specs } = describeRoles(merged)
  const status = 'completed'
  const tasks = chainOf({ ...team, analysis }).map((task) =>
    results.some(({ id }) => id === task.id)
      ? ({ ...task, status, findings: found?.findings ?? null } as const)
      : task,
  )
  const next: Team = { ...team, analysis, specs, tasks, results, revision: 2 }
  await dispatch(run, desk, next)
  return next
}
