import type { ToolCall } from '../../contracts/tool-call.ts'
import type { Json } from '../../kernel/json.ts'
import type { Run } from '../../kernel/playbook.ts'
import type { TeamResult } from '../../records/team-coordinate/team-facts.ts'
import { teamFact } from '../../records/team-coordinate/team-facts.ts'
import type { TeamState } from '../../records/team-coordinate/team-state.ts'
import type { FailureFact, StageFact } from '../../stages/facts.ts'
import type { HeardFact } from '../../stages/heard-run.ts'
import { say } from '../../stages/say.ts'
import { logMessage } from './log-message.ts'
import { lookBack } from './look-back.ts'
import type { Desk, Team } from './team.ts'
import { tellDone } from './tell-done.ts'

type TaskFact = Extract<StageFact, { kind: 'task' }>['value']

/**
 * What the coordinator makes of what happens: every change of a task is logged on the bus first, then told to the
 * person, and the files follow from both.
 */
export function teamHear(run: Run, desk: Desk): (told: HeardFact) => Promise<void> {
  return async ({ name, kind, value }) => {
    const { team } = desk
    if (team === null) return
    const scope = run.scope(`team/${name}`)
    if (kind === 'task') await hearTask(scope, desk, team, value as TaskFact)
    if (kind === 'failure') await hearFailure(scope, team, value as FailureFact)
    if (kind === 'told') await hearCall(scope, value as { from: string; call: Json })
  }
}

async function hearTask(run: Run, desk: Desk, team: Team, { task, state, note }: TaskFact): Promise<void> {
  const { role = 'general', blockedBy = [] } = team.analysis.dependency_graph[task] ?? {}
  switch (state) {
    case 'working': {
      const [before] = blockedBy
      if (before !== undefined && blockedBy.length === 1 && isNext(team, before, role)) {
        const from = team.analysis.dependency_graph[before]?.role ?? 'general'
        const summary = `${before} done, ${task} next`
        await logMessage(run, 'advance', [from, 'coordinator'], 'fast_advance', summary)
      }
      await logMessage(run, 'unblocked', ['coordinator', role], 'task_unblocked', `${task} is ready`)
      return say(run, 'said', `>>> ${task} (${role}) starts`)
    }
    case 'done':
      await tellDone(run, desk, team, task)
      await logMessage(run, 'progress', ['coordinator', 'all'], 'state_update', `${task} completed`, {
        last_completed: task,
      })
      return say(run, 'said', `✓ ${task} (${role}) completed`)
    case 'given-up':
    case 'blocked': {
      const error = note ?? 'It was not done.'
      await logMessage(run, 'error', ['coordinator', 'all'], 'error', `${task}: ${error}`)
      await result(run, { task, status: 'failed', findings: '', error })
      return say(run, 'said', `✗ ${task} (${role}) is not done: ${error}`)
    }
    default:
      return
  }
}

async function hearFailure(run: Run, team: Team, failure: FailureFact): Promise<void> {
  const { task, problem, class: of } = failure
  const role = team.analysis.dependency_graph[task]?.role ?? 'general'
  const isLate = of === 'timeout' || of === 'hung'
  const isPartial = problem.includes('needs_revision')
  const status = isLate ? 'timed_out' : isPartial ? 'partial_completion' : 'failed'
  const where = isLate ? await lookBack(run, 'reached', team, ({ messages }) => reached(messages, task)) : ''
  const error = `${where}${problem}`
  await logMessage(run, 'error', [role, 'coordinator'], 'error', `${task}: ${error}`)
  await result(run, { task, status, findings: '', error })
  await say(run, 'said', `✗ ${task} (${role}) ${status}${where === '' ? ':' : ''} ${error}`)
}

/** How far a worker was when it was last heard of, as far as it said so: `at Phase 3 (50%): `. */
function reached(messages: TeamState['messages'], task: string): string {
  const said = messages.findLast(({ value }) => value.data?.['task_id'] === task && value.type === 'progress')
  const { phase, progress_pct: percent } = said?.value.data ?? {}
  const parts = [
    ...(typeof phase === 'string' || typeof phase === 'number' ? [`${phase}`] : []),
    ...(typeof percent === 'number' ? [`(${percent}%)`] : []),
  ]
  return parts.length === 0 ? '' : `at ${parts.join(' ')}: `
}

/** What a worker has logged itself, in its own words. */
async function hearCall(run: Run, { from, call }: { from: string; call: Json }): Promise<void> {
  const { tool, input } = call as unknown as ToolCall
  if (tool !== 'team_msg' || input.type === null || input.summary === null) return
  const { type, summary, data } = input
  await logMessage(run, 'logged', [from, 'coordinator'], type, summary, data)
}

function result(run: Run, value: TeamResult): Promise<void> {
  return run.record('result', teamFact({ kind: 'team-result', value }))
}

/** Whether a worker goes straight on from a task: nothing else waits for it, or it is the worker's own next one. */
function isNext({ analysis }: Team, id: string, role: string): boolean {
  const { dependency_graph: graph } = analysis
  const waiting = Object.values(graph).filter(({ blockedBy }) => blockedBy.includes(id))
  return waiting.length === 1 || graph[id]?.role === role
}
