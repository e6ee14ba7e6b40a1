import type { Run } from '../../kernel/playbook.ts'
import type { TeamPolicy } from '../../policy/process-policy.ts'
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
import { nothingHeard } from './crew.ts'
import { dispatch } from './dispatch.ts'
import { carryOutTasks } from './carry-out-tasks.ts'
import type { Team } from './team.ts'
import { chainOf } from './team.ts'

type Changed = (team: Team) => void

/** Makes the session, has somebody look first where the request needs it, and makes the roles of everybody else. */
export async function formTeam(
  run: Run,
  job: Job,
  queue: MergeQueue,
  wanted: TaskAnalysis,
  changed: Changed,
): Promise<Team> {
  const { team: policy } = job.policy.process
  const session = await run.step<string>('session', {
    kind: 'session',
    input: { objective: wanted.task_description },
    execute: ({ startedAt }) => Promise.resolve(sessionId(wanted.task_description, startedAt)),
  })
  const whole = wanted.needs_research ? withResearcher(wanted, policy.roles) : wanted
  const { analysis, specs, isFallback } = describeRoles(whole)
  const first: Team = {
    session,
    analysis,
    specs,
    tasks: chainOf({ analysis, session, tasks: [] }),
    results: [],
    given: null,
    revision: 1,
  }
  changed(first)
  const scope = run.scope('team')
  if (isFallback)
    await say(scope, 'fallback', 'The roles could not be described, so one general role does it all.')
  await tellTeam(scope, first, policy.completion)
  await dispatch(scope.scope('r1'), first, [], job.objective)
  if (!wanted.needs_research) return first
  await enter(run, 'research')
  return research(run, job, queue, first, changed)
}

/** Goes on with a session that was left: what is over stays over, and the rest is dispatched once more. */
export async function takeUp(
  run: Run,
  given: TeamSession,
  policy: TeamPolicy,
  changed: Changed,
): Promise<Team> {
  const { id, analysis, specs, tasks, changes, objective } = given
  const results = tasks
    .filter(({ status }) => status === 'completed')
    .map(({ id: task, title }): TaskResult => ({ id: task, title, state: 'done', ...nothingDone }))
  const team: Team = { session: id, analysis, specs, tasks, results, given, revision: 1 }
  changed(team)
  await tellTeam(run, team, given.completionAction ?? policy.completion)
  if (changes.length > 0) {
    await run.record('reconciled', teamFact({ kind: 'team-reconciled', value: { changes } }))
    await say(run, 'reconciled-said', `Session ${id} is gone on with. ${changes.join(' ')}`)
  }
  await dispatch(run.scope('r1'), team, [], objective)
  return team
}

const nothingDone = { attempts: 0, commit: null, problem: null }

/** What the researcher finds is part of what the others are told about their roles. */
async function research(run: Run, job: Job, queue: MergeQueue, team: Team, changed: Changed): Promise<Team> {
  const heard = nothingHeard()
  const results = await carryOutTasks(run, job, queue, team, heard, [RESEARCH])
  const found = heard.reports.get(RESEARCH)
  const by = team.analysis.dependency_graph[RESEARCH]?.role ?? 'researcher'
  const summary =
    found === undefined ? 'Nothing was found out.' : [found.findings, ...found.key_findings].join(' ')
  const merged = withResearch(team.analysis, { by, summary, files: found?.files_modified ?? [] })
  const { analysis, specs } = describeRoles(merged)
  const done = results.filter(({ state }) => state === 'done')
  const over = done.map(({ id }) => id)
  const tasks = chainOf({ ...team, analysis }).map((task) =>
    over.includes(task.id)
      ? { ...task, status: 'completed' as const, findings: found?.findings ?? null }
      : task,
  )
  const next: Team = { ...team, analysis, specs, tasks, results: done, revision: 2 }
  changed(next)
  await tellTeam(run.scope('team/researched'), next, job.policy.process.team.completion)
  await dispatch(run.scope('team/r2'), next, team.tasks, job.objective)
  return next
}

/** Says who the team is: its roles, and how each is to work. */
export async function tellTeam(
  run: Run,
  { session, analysis, specs }: Team,
  action: TeamPolicy['completion'],
): Promise<void> {
  const value = { session, analysis, specs, completion_action: action }
  await run.record('analysed', teamFact({ kind: 'team-analysed', value }))
}
