import type { Asked, AskPlace } from '../contracts/ask.ts'
import { ask } from '../contracts/ask.ts'
import type { Contract } from '../contracts/contract.ts'
import type { PackedContext } from '../contracts/pack-context.ts'
import type { SelfCritique } from '../contracts/self-critique.ts'
import { isUnsure, surenessOf } from '../contracts/self-critique.ts'
import type { ToolCall } from '../contracts/tool-call.ts'
import { RunFailure } from '../kernel/failure.ts'
import type { Run } from '../kernel/playbook.ts'
import type { IsolationLevel } from '../kernel/ports/isolation.ts'
import type { SharedFinding } from '../kernel/ports/workspaces.ts'
import type { RoutedTask } from '../plan/route.ts'
import type { ProcessPolicy } from '../policy/process-policy.ts'
import type { WhenUnavailable } from './after-try.ts'
import { afterTry, beginCall } from './after-try.ts'
import { askedAbout } from './asked-about.ts'
import type { ModelFact } from './facts.ts'
import { fact } from './facts.ts'
import type { Job } from './job.ts'
import { agentsFor } from './job.ts'

/** Where a role is asked, and what follows when nobody who takes it can be used. */
export interface RolePlace extends Omit<
  AskPlace,
  'agent' | 'sources' | 'contextLength' | 'teamRole' | 'tools' | 'lines' | 'critique' | 'parked'
> {
  /** Whose the session is; the others get what it wrote, and never the session. */
  readonly sessionOf?: string | null
  /** Without it a person is asked to help, and may only end the run instead. */
  readonly unavailable?: WhenUnavailable
}

/**
 * Asks a role and, when the agent itself fails, tries again as the policy says: the same agent in the session that
 * was cut off, the same agent anew, or the next one that takes over. `inputFor` gets the commit that keeps what an
 * earlier try had written; the failure that is thrown in the end names it too.
 */
export async function askRole<In, Out>(
  run: Run,
  job: Job,
  contract: Contract<In, Out>,
  inputFor: (kept: string | null) => In,
  { sessionOf = null, session = null, unavailable = 'ask', ...place }: RolePlace,
  task: RoutedTask | null = null,
): Promise<Asked<Out> & { readonly by: string }> {
  const { role } = contract
  const about = task?.id ?? null
  const call = { role, task: about, crew: withFirst(agentsFor(job, role, task), sessionOf), unavailable }
  let standing = await beginCall(run.scope('try-1'), job, call)
  for (let tries = 1; ; tries += 1) {
    const attempt = run.scope(`try-${tries}`)
    const { agent, kept, parked } = standing
    try {
      const input = inputFor(kept)
      const asked = await ask(attempt, contract, input, {
        ...place,
        ...surroundings(job, role, attempt.scopeName, input),
        tools: job.policy.process.tools ? { task: about } : null,
        agent,
        session: sessionOf === null || agent === sessionOf ? session : null,
        parked,
      })
      await tellFindings(attempt, about, asked.turn.findings)
      await tellModel(attempt, { role, task: about, agent }, asked.turn.model)
      await tellIsolation(attempt, role, agent, asked.turn.isolation)
      await tellLeftOut(attempt, role, asked.leftOut)
      await tellUnsure(attempt, role, asked.reply, job.policy.process.selfCritique)
      await tellCalls(attempt, role, about, asked.turn.calls ?? [])
      return { ...asked, by: agent }
    } catch (thrown) {
      if (!(thrown instanceof RunFailure)) throw thrown
      const { failure } = thrown
      if ('isolation' in failure) await tellIsolation(attempt, role, agent, failure.isolation)
      if ('findings' in failure) await tellFindings(attempt, about, failure.findings ?? [])
      const next = await afterTry(attempt, job, call, standing, thrown)
      if (next === null) throw withKept(thrown, kept)
      standing = next
    }
  }
}

/** Whoever has the session open goes on, if it can be used; the others stay in their order. */
function withFirst(
  crew: readonly [string, ...string[]],
  first: string | null,
): readonly [string, ...string[]] {
  if (first === null || !crew.includes(first)) return crew
  return [first, ...crew.filter((agent) => agent !== first)]
}

function withKept(thrown: RunFailure, kept: string | null): RunFailure {
  const { failure } = thrown
  if (failure.code !== 'agent-failed' || failure.kept !== undefined || kept === null) return thrown
  return new RunFailure({ ...failure, kept }, { cause: thrown })
}

/** What a role is given whatever it is asked. */
function surroundings(
  job: Job,
  role: string,
  step: string,
  input: unknown,
): Pick<AskPlace, 'sources' | 'contextLength' | 'lines' | 'critique' | 'teamRole'> {
  const { sources, teamRoles, policy, manner } = job
  const teamRole = teamRoles.find(({ name }) => name === role) ?? null
  const envelope = manner?.envelope?.(role, step, askedAbout(job, step, input)) ?? null
  const whole = envelope === null ? sources : [envelope, ...sources]
  return { sources: whole, ...limitsOf(policy.process), teamRole }
}

function limitsOf({
  contextLength,
  contextLines: whole,
  sourceLines: each,
  selfCritique: critique,
}: ProcessPolicy): Pick<AskPlace, 'contextLength' | 'lines' | 'critique'> {
  return { contextLength, lines: { whole, each }, critique }
}

/** What goes on although its author stays unsure of it says so. */
async function tellUnsure(run: Run, role: string, reply: unknown, critique: SelfCritique): Promise<void> {
  if (critique.loops === 0 || !isUnsure(reply, critique)) return
  const text = `The ${role} is sure by ${surenessOf(reply) ?? 0} only, after looking at its own work again ${critique.loops} times; the run goes on with that.`
  await run.record('unsure', fact({ kind: 'notice', value: { text } }))
}

/** Who did it with which model, where the agent says so. */
async function tellModel(run: Run, by: Omit<ModelFact, 'model'>, model: string | undefined): Promise<void> {
  if (model === undefined) return
  await run.record('model', fact({ kind: 'model', value: { ...by, model } }))
}

async function tellIsolation(
  run: Run,
  role: string,
  agent: string,
  level: IsolationLevel | undefined,
): Promise<void> {
  if (level === undefined) return
  await run.record('isolation', fact({ kind: 'isolation', value: { role, agent, level } }))
}

async function tellLeftOut(run: Run, role: string, leftOut: PackedContext['leftOut']): Promise<void> {
  if (leftOut.titles.length === 0) return
  await run.record('left-out', fact({ kind: 'left-out', value: { role, ...leftOut } }))
}

/** What an agent told through its tools; its result is its reply, and is told as that. */
async function tellCalls(
  run: Run,
  from: string,
  task: string | null,
  calls: readonly ToolCall[],
): Promise<void> {
  const told = calls.filter(({ tool }) => tool !== 'submit_result')
  for (const [index, { tool, input }] of told.entries()) {
    const call = { tool, input }
    await run.record(`told-${index + 1}`, fact({ kind: 'told', value: { from, task, call } }))
  }
}

async function tellFindings(
  run: Run,
  task: string | null,
  findings: readonly Pick<SharedFinding, 'action' | 'message'>[],
): Promise<void> {
  for (const [index, { action, message }] of findings.entries()) {
    await run.record(`finding-${index + 1}`, fact({ kind: 'finding', value: { task, action, message } }))
  }
}
