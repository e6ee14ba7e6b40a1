import type { Diagnosis } from '../contracts/debugger.ts'
import { debuggerContract } from '../contracts/debugger.ts'
import { implementer } from '../contracts/implementer.ts'
import { verify } from '../gates/verify.ts'
import type { Verdict } from '../gates/verdict.ts'
import { RunFailure } from '../kernel/failure.ts'
import type { Run } from '../kernel/playbook.ts'
import type { Workspace } from '../kernel/ports/workspaces.ts'
import type { Task } from '../plan/plan.ts'
import { isTaskTrouble } from '../policy/after-agent-failure.ts'
import { askRole } from './ask-role.ts'
import type { TaskState } from './facts.ts'
import { fact } from './facts.ts'
import type { IntegrationLine } from './integrate.ts'
import { integrate } from './integrate.ts'
import type { Job } from './job.ts'
import { closeWorkspace, openWorkspace, prepare } from './open-workspace.ts'

/** What the next attempt is given from the one before it. */
interface Carried {
  readonly parent: string | null
  readonly diagnosis: Diagnosis | null
  readonly conflict: { readonly commit: string; readonly paths: readonly string[] } | null
}

export type TaskEnd =
  | { readonly kind: 'done'; readonly commit: string; readonly attempts: number }
  | { readonly kind: 'failed'; readonly problem: string; readonly attempts: number }

type AttemptEnd =
  | { readonly kind: 'done'; readonly commit: string }
  | { readonly kind: 'again'; readonly problem: string; readonly carried: Carried }

/** Attempts one task until it is proven on the integration line, or its attempts are used up. */
export async function carryOutTask(
  run: Run,
  job: Job,
  line: IntegrationLine,
  task: Task,
  from: { readonly attempt: number; readonly attempts: number },
): Promise<TaskEnd> {
  let carried: Carried = { parent: null, diagnosis: null, conflict: null }
  for (let attempt = from.attempt; ; attempt += 1) {
    const end = await attemptTask(run.scope(`attempt-${attempt}`), job, line, task, attempt, carried)
    if (end.kind === 'done') return { kind: 'done', commit: end.commit, attempts: attempt }
    if (attempt >= from.attempts) return { kind: 'failed', problem: end.problem, attempts: attempt }
    carried = end.carried
  }
}

async function attemptTask(
  run: Run,
  job: Job,
  line: IntegrationLine,
  task: Task,
  attempt: number,
  carried: Carried,
): Promise<AttemptEnd> {
  const say = (state: TaskState, note: string | null = null): Promise<void> => {
    const agent = state === 'diagnosing' ? job.agents.debugger : job.agents.implementer
    return run.record(
      `task-${state}`,
      fact({ kind: 'task', value: { task: task.id, state, attempt, agent, note } }),
    )
  }
  await say('working')
  const parent = await run.decide('base', () => carried.parent ?? line.head)
  const workspace = await openWorkspace(run, task.id, parent)
  const prepared = await prepare(run, workspace, job)
  if (!prepared.ok) throw new RunFailure({ code: 'not-proven', message: prepared.problem })
  const work = await implement(run, job, task, workspace, parent, carried)
  if ('problem' in work) return { kind: 'again', problem: work.problem, carried }
  await say('proving')
  const verdict = await verify(run, 'verify', work.commit, work.tree, job.proof)
  const failed = async (verdictOn: Verdict, commit: string): Promise<AttemptEnd> => {
    await say('diagnosing', verdictOn.message)
    const diagnosis = await diagnose(run, job, task, workspace, commit, verdictOn)
    return {
      kind: 'again',
      problem: verdictOn.message,
      carried: { parent: commit, diagnosis, conflict: null },
    }
  }
  if (verdict.status !== 'passed') return failed(verdict, work.commit)
  await say('integrating')
  const integration = await integrate(run, job, line, task, work.commit)
  if (integration.kind === 'integrated') {
    await closeWorkspace(run, workspace)
    await say('done')
    return { kind: 'done', commit: integration.commit }
  }
  if (integration.kind === 'not-proven') {
    return failed(integration.verdict, integration.verdict.commit)
  }
  const conflict = { commit: work.commit, paths: integration.paths }
  const problem = `Its work conflicts with what others have done in ${conflict.paths.join(', ')}.`
  return { kind: 'again', problem, carried: { parent: null, diagnosis: null, conflict } }
}

async function implement(
  run: Run,
  job: Job,
  task: Task,
  workspace: Workspace,
  parent: string,
  { diagnosis, conflict }: Carried,
): Promise<{ readonly commit: string; readonly tree: string } | { readonly problem: string }> {
  const verification = job.proof.commands.map(({ command }) => command)
  const contracts = job.contracts.filter(({ from, to }) => from === task.id || to === task.id)
  const request = { objective: job.objective, task, contracts, verification, diagnosis, conflict }
  const message = `${task.title}\n\nTask ${task.id}.`
  try {
    const asked = await askRole(
      run.scope('implement'),
      job,
      implementer,
      request,
      { workspace, parent, message },
      task.id,
    )
    const { commit, tree } = asked.turn
    if (tree === null || commit === parent)
      return { problem: `The agent changed nothing: ${asked.reply.summary}` }
    return { commit, tree }
  } catch (thrown) {
    if (thrown instanceof RunFailure && isTaskTrouble(thrown.failure)) return { problem: thrown.message }
    throw thrown
  }
}

/** Why the attempt failed, by an agent's word that is only advice; one that is unsure goes to a person. */
async function diagnose(
  run: Run,
  job: Job,
  task: Task,
  workspace: Workspace,
  commit: string,
  verdict: Verdict,
): Promise<Diagnosis> {
  const scope = run.scope('diagnose')
  const output = verdict.evidence.at(-1)?.output ?? verdict.message
  const request = { task, problem: verdict.message, output }
  const { reply } = await askRole(
    scope,
    job,
    debuggerContract,
    request,
    { workspace, parent: commit, message: '' },
    task.id,
  )
  if (reply.confidence >= job.policy.leastConfidence) return reply
  const answer = await scope.question('unsure', {
    kind: 'choice',
    text: `${task.id} failed: ${verdict.message} The diagnosis is unsure (${reply.confidence}): ${reply.rootCause}`,
    options: [
      { id: 'try', label: 'Try it as diagnosed', description: reply.fix },
      { id: 'stop', label: 'End the run' },
    ],
    free: true,
    details: { output: output.slice(-2000) },
  })
  if (answer.option === 'stop')
    throw new RunFailure({ code: 'rejected', message: `Ended by ${answer.by} at ${task.id}.` })
  return answer.option === 'try' || answer.text === null
    ? reply
    : { ...reply, fix: answer.text, confidence: 1 }
}
