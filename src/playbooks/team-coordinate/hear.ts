import type { ToolCall } from '../../contracts/tool-call.ts'
import type { Json } from '../../kernel/json.ts'
import type { Run } from '../../kernel/playbook.ts'
import type { TeamMessage, TeamResult } from '../../records/team-coordinate/team-facts.ts'
import { teamFact } from '../../records/team-coordinate/team-facts.ts'
import type { FailureFact, StageFact } from '../../stages/facts.ts'
import { fact } from '../../stages/facts.ts'
import type { HeardFact } from '../../stages/heard-run.ts'
import { NAMES } from './knowledge.ts'
import type { Team } from './team.ts'

type TaskFact = Extract<StageFact, { kind: 'task' }>['value']

/**
 * What the coordinator makes of what happens: every change of a task is logged on the bus first, then told to the
 * person, and the files follow from both.
 */
export function teamHear(run: Run, team: () => Team | null): (told: HeardFact) => Promise<void> {
  return async ({ name, kind, value }) => {
    const at = team()
    if (at === null) return
    const scope = run.scope(`team/${name}`)
    if (kind === 'task') await hearTask(scope, at, value as TaskFact)
    if (kind === 'failure') await hearFailure(scope, at, value as FailureFact)
    if (kind === 'told') await hearCall(scope, value as { from: string; call: Json })
  }
}

async function hearTask(run: Run, team: Team, { task, state, note }: TaskFact): Promise<void> {
  const { role = 'general', blockedBy = [] } = team.analysis.dependency_graph[task] ?? {}
  switch (state) {
    case 'working': {
      const [before] = blockedBy
      if (before !== undefined && blockedBy.length === 1 && isNext(team, before, role)) {
        const from = team.analysis.dependency_graph[before]?.role ?? 'general'
        await log(
          run,
          'advance',
          message(from, 'coordinator', 'fast_advance', `${before} done, ${task} next`),
        )
      }
      await log(run, 'unblocked', message('coordinator', role, 'task_unblocked', `${task} is ready`))
      return say(run, `>>> ${task} (${role}) starts`)
    }
    case 'done':
      await log(run, 'progress', {
        ...message('coordinator', 'all', 'state_update', `${task} completed`),
        data: { last_completed: task },
      })
      return say(run, `✓ ${task} (${role}) completed`)
    case 'given-up':
    case 'blocked': {
      const error = note ?? 'It was not done.'
      await log(run, 'error', message('coordinator', 'all', 'error', `${task}: ${error}`))
      await result(run, { task, status: 'failed', findings: '', error })
      return say(run, `✗ ${task} (${role}) is not done: ${error}`)
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
  await log(run, 'error', message(role, 'coordinator', 'error', `${task}: ${problem}`))
  await result(run, { task, status, findings: '', error: problem })
  await say(run, `✗ ${task} (${role}) ${status}: ${problem}`)
}

/** What a worker has logged itself, in its own words. */
async function hearCall(run: Run, { from, call }: { from: string; call: Json }): Promise<void> {
  const { tool, input } = call as unknown as ToolCall
  if (tool !== 'team_msg' || input.type === null || input.summary === null) return
  const { type, summary, data } = input
  await log(run, 'logged', { ...message(from, 'coordinator', type, summary), data })
}

function message(from: string, to: string, type: string, summary: string): TeamMessage {
  return { from, to, type, summary, data: null, dispatch_status: 'delivered' }
}

function log(run: Run, name: string, value: TeamMessage): Promise<void> {
  return run.record(`${NAMES.message}-${name}`, teamFact({ kind: 'team-message', value }))
}

function result(run: Run, value: TeamResult): Promise<void> {
  return run.record('result', teamFact({ kind: 'team-result', value }))
}

function say(run: Run, text: string): Promise<void> {
  return run.record('said', fact({ kind: 'announced', value: { text } }))
}

/** Whether a worker goes straight on from a task: nothing else waits for it, or it is the worker's own next one. */
function isNext({ analysis }: Team, id: string, role: string): boolean {
  const { dependency_graph: graph } = analysis
  const waiting = Object.values(graph).filter(({ blockedBy }) => blockedBy.includes(id))
  return waiting.length === 1 || graph[id]?.role === role
}
