import type { AgentTrouble } from '../kernel/failure.ts'
import { RunFailure, toRunFailure } from '../kernel/failure.ts'
import type { StepContext } from '../kernel/playbook.ts'
import type { Nudge, TurnHooks, TurnReply, TurnRequest } from '../kernel/ports/agents.ts'
import type { OpenTools } from '../kernel/ports/tools.ts'
import { endAndNote } from './end-agent.ts'
import { type NextNudge, nextNudge, nudgeWords } from './nudge-agent.ts'
import type { TurnInput } from './turn-input.ts'
import { allFindings, lastSession, type TurnFinding, type TurnNote } from './turn-note.ts'
import { followSpend } from './turn-spend.ts'
import { openTurnTools } from './turn-tools.ts'

/** Speaks with the agent until it has replied; one that fails is gone when this rejects, and its work is kept. */
export async function converse(
  context: StepContext,
  input: TurnInput,
  session: string | null,
  prompt: string,
): Promise<TurnReply> {
  const { world, run, step } = context
  await world.workspaces.guard(run, step, input.workspace)
  const tools = await openTurnTools(context, input, session)
  try {
    return await speak(context, input, session, prompt, tools)
  } finally {
    tools?.close()
  }
}

async function speak(
  context: StepContext,
  input: TurnInput,
  session: string | null,
  prompt: string,
  tools: OpenTools | null,
): Promise<TurnReply> {
  const { world, run, step, attempt, signal } = context
  const spend = followSpend(context)
  const cut = new AbortController()
  const { agent, role, access, may, workspace, turnMs } = input
  const request = {
    run,
    step,
    attempt,
    agent,
    role,
    access,
    path: workspace.path,
    ...(may === undefined ? {} : { may }),
    ...(turnMs === undefined ? {} : { totalMs: turnMs }),
    ...(tools === null ? {} : { tools: tools.server }),
  }
  const refused = new Set<string>()
  let isSenseless = false
  const hosts = new Set<string>()
  const hooks: TurnHooks = {
    signal: AbortSignal.any([signal, cut.signal]),
    onRefused: (what, host) => {
      if (refused.size < MOST_REFUSALS) refused.add(what)
      if (host !== undefined && hosts.size < MOST_HOSTS) hosts.add(host)
    },
    onActivity: world.activity,
    onUsage: (usage) => {
      isSenseless ||= usage.isSenseless === true
      if (context.isOverLimit(spend.follow(usage))) cut.abort(overLimit())
    },
    onSession: (opened) => {
      tools?.taken(opened)
      return context.note({ session: opened } satisfies TurnNote)
    },
  }
  const begunAt = world.clock.awake()
  let told: Nudge['kind'] | null = null
  let next: TurnRequest = { ...request, prompt, session }
  for (;;) {
    try {
      const reply = await world.agents.turn(next, hooks)
      await noteRefusals(context, input, refused)
      const usage = await spend.settle(reply.usage)
      if (usage.isSenseless) await noteSenselessUsage(context, input)
      return { ...reply, usage }
    } catch (thrown) {
      await noteRefusals(context, input, refused)
      if (isSenseless) await noteSenselessUsage(context, input)
      const failure = cut.signal.aborted && !signal.aborted ? overLimit() : toRunFailure(thrown)
      if (failure.code === 'session-lost' && session !== null && told === null && next.session !== null) {
        await endAndNote(context, session)
        await context.note({ lost: session } satisfies TurnNote)
        await world.workspaces.reset(input.workspace, input.parent)
        next = { ...request, prompt: input.anew ?? input.prompt, session: null }
        continue
      }
      const nudge: NextNudge | null = signal.aborted ? null : nextNudge(failure.failure, told)
      if (nudge !== null && (await spend.another())) {
        const kind: Nudge['kind'] = nudge.kind
        told = kind
        await context.note({ nudged: kind } satisfies TurnNote)
        world.activity({ step, kind: 'nudge', text: `${failure.message} It is asked ${asked[kind]}.` })
        const words = nudgeWords(kind, input.replyAs)
        next = { ...request, prompt: words, session: nudge.session, nudge: { kind, begunAt } }
        continue
      }
      const last = lastSession(context)
      if (last !== null) await endAndNote(context, last)
      if (told !== null) await spend.settle(null)
      throw await afterFailure(context, input, failure, told, last, hosts)
    }
  }
}

const asked: Readonly<Record<Nudge['kind'], string>> = {
  status: 'what it is doing, and to go on',
  finish: 'to finish now',
}

/** What stops a turn without being the fault of its session, which may go on once it has passed. */
const mayGoOn: Readonly<Partial<Record<AgentTrouble, true>>> = {
  'rate-limited': true,
  overloaded: true,
  'out-of-quota': true,
  'over-limit': true,
}

function overLimit(): RunFailure {
  const message = 'The turn was stopped: it passed a cap on what may be spent.'
  return new RunFailure({ code: 'agent-failed', trouble: 'over-limit', message })
}

/** What an agent wanted and was not let is told once, however often it asked. */
const MOST_REFUSALS = 20
const MOST_HOSTS = 5

async function noteRefusals(context: StepContext, { role }: TurnInput, refused: Set<string>): Promise<void> {
  if (refused.size === 0 || context.signal.aborted) return
  const findings = [...refused].map((what): TurnFinding => ({
    what: 'permission',
    name: role,
    action: 'reported',
    message: `The ${role} was not let: ${what}`,
  }))
  refused.clear()
  await context.note({ findings } satisfies TurnNote)
}

async function noteSenselessUsage(context: StepContext, { role, agent }: TurnInput): Promise<void> {
  if (context.signal.aborted) return
  const message = `The agent "${agent}" of the ${role} told tokens or costs that make no sense, such as less than nothing. They were not counted as told: rely on caps on turns and time for it.`
  const finding: TurnFinding = { what: 'usage', name: agent, action: 'reported', message }
  await context.note({ findings: [finding] } satisfies TurnNote)
}

/** An agent that failed is ended, what it did to the shared repository is looked at, and what it wrote is kept. */
async function afterFailure(
  context: StepContext,
  input: TurnInput,
  thrown: RunFailure,
  told: Nudge['kind'] | null,
  last: string | null,
  hosts: ReadonlySet<string>,
): Promise<RunFailure> {
  if (thrown.failure.code !== 'agent-failed' || context.signal.aborted) return thrown
  const { session: _ended, ...failure } = thrown.failure
  const { world, run, step, startedAt: at } = context
  const findings = await allFindings(context)
  const { workspace, parent } = input
  const kept = await world.workspaces.saveUnfinished({ run, step, workspace, parent, at })
  const isSlow = failure.trouble === 'hung' || failure.trouble === 'timed-out'
  const nudged = told === null ? '' : ` It was asked ${asked[told]}, to no avail.`
  const end = isSlow ? ' It was ended.' : ''
  const where = kept === null ? '' : ` What it had written is kept as ${kept}.`
  const canGoOn = mayGoOn[failure.trouble] === true && world.agents.canResume(input.agent)
  const parked = canGoOn && last !== null ? { session: last, commit: kept ?? parent } : null
  return new RunFailure(
    {
      ...failure,
      message: `${failure.message}${nudged}${end}${where}${outOfReach(hosts)}`,
      ...(kept === null ? {} : { kept }),
      ...(parked === null ? {} : { parked }),
      ...(findings.length === 0 ? {} : { findings }),
    },
    { cause: thrown },
  )
}

/** A person who has to decide about the failure learns what may have caused it. */
function outOfReach(hosts: ReadonlySet<string>): string {
  if (hosts.size === 0) return ''
  const commands = [...hosts].map((host) => `\`tutti allow host ${host}\``)
  return ` Meanwhile it was not let reach ${[...hosts].join(', ')}; ${commands.join(' and ')} would let it.`
}
