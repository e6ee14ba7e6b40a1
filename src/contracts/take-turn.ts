import type { Run, Settlement, StepContext, StepSpec } from '../kernel/playbook.ts'
import type { TurnReply } from '../kernel/ports/agents.ts'
import type { IsolationLevel } from '../kernel/ports/isolation.ts'
import type { FileChange } from '../kernel/ports/workspaces.ts'
import { converse } from './converse.ts'
import type { TurnInput } from './turn-input.ts'
import { endAndNote } from './end-agent.ts'
import type { ToolCall } from './tool-call.ts'
import { callsOf } from './turn-tools.ts'
import { allFindings, inspect, lastSession, type TurnFinding, type TurnNote } from './turn-note.ts'

/** What a turn left behind, as facts that Tutti found itself; `text` alone is the agent's word. */
export type TurnOutcome = {
  readonly text: string
  readonly stop: TurnReply['stop']
  readonly session: string
  readonly commit: string
  readonly tree: string | null
  readonly changes: readonly { readonly path: string; readonly kind: FileChange['kind'] }[]
  readonly findings: readonly TurnFinding[]
  /** The model that took the turn, where the agent said so. */
  readonly model?: string
  /** How far the agent was kept apart from the machine; absent where nobody told. */
  readonly isolation?: IsolationLevel
  /** What the agent handed in and told through its tools; absent when nothing. */
  readonly calls?: readonly ToolCall[]
}

/** What an agent has brought forth in a turn: its words, and its calls. */
export type TurnWords = Pick<TurnOutcome, 'text' | 'calls'>

/** One prompt to one agent as one step: guarded, inspected, and, when it may write, ended in a commit. */
export function takeTurn(
  run: Run,
  name: string,
  input: TurnInput,
  isLast: (words: TurnWords) => boolean,
): Promise<TurnOutcome> {
  return run.step<TurnOutcome>(name, turnStep(input, isLast))
}

function turnStep(input: TurnInput, isLast: (words: TurnWords) => boolean): StepSpec<TurnOutcome> {
  const { agent, role, access, prompt, session, parent, message, parked = null } = input
  const workspace = input.workspace.id
  const asked = { agent, role, access, prompt, session, workspace, parent, message }
  return {
    kind: 'turn',
    input: parked === null ? asked : { ...asked, parked: { ...parked } },
    reserve: { turns: 1, tokens: null, usd: null },
    execute: async (context) => {
      const { session: resumed, prompt: text } = await prepare(context, input)
      const reply = await converse(context, input, resumed, text)
      const words = { text: reply.text, ...(await callsOf(context)) }
      if (reply.stop === 'refused' || isLast(words)) await endAndNote(context, reply.session)
      return conclude(context, input, reply)
    },
    settle: (context) => settleTurn(context, input),
  }
}

/** After a crash the tree and the session go together: both are taken up, or both start afresh. */
async function prepare(
  context: StepContext,
  input: TurnInput,
): Promise<{ readonly session: string | null; readonly prompt: string }> {
  const { world, run, step, startedAt } = context
  const { parked = null } = input
  const isUntouched = lastSession(context) === null
  if (isUntouched) await noteStrays(context, input)
  if (isUntouched && parked !== null && world.agents.canResume(input.agent)) {
    await world.workspaces.reset(input.workspace, parked.commit)
    const kept = parked.commit === input.parent ? null : parked.commit
    return { session: parked.session, prompt: `${interruption(kept)}\n\n${input.prompt}` }
  }
  if (context.attempt === 1) {
    await world.workspaces.reset(input.workspace, input.parent)
    return parked === null
      ? { session: input.session, prompt: input.prompt }
      : { session: null, prompt: input.anew ?? input.prompt }
  }
  const findings = await inspect(context)
  if (findings.length > 0) await context.note({ findings } satisfies TurnNote)
  const unfinished = await world.workspaces.saveUnfinished({
    run,
    step,
    workspace: input.workspace,
    parent: input.parent,
    at: startedAt,
  })
  const interrupted = lastSession(context)
  if (interrupted !== null && world.agents.canResume(input.agent)) {
    return { session: interrupted, prompt: `${interruption(unfinished)}\n\n${input.prompt}` }
  }
  if (interrupted !== null) await context.note({ lost: interrupted } satisfies TurnNote)
  await world.workspaces.reset(input.workspace, input.parent)
  return { session: null, prompt: input.anew ?? input.prompt }
}

/** Nobody else has any business in a workspace between two turns; what was written there is put back. */
async function noteStrays(context: StepContext, { workspace }: TurnInput): Promise<void> {
  const strays = await context.world.workspaces.strays(workspace)
  if (strays.length === 0) return
  const name = workspace.id
  const message = `Files in the workspace ${name} changed while no turn was at work in it: ${listed(strays)}. They were put back.`
  const findings: readonly TurnFinding[] = [{ what: 'worktree', name, action: 'undone', message }]
  await context.note({ findings } satisfies TurnNote)
}

function listed(paths: readonly string[]): string {
  const named = paths.slice(0, 10).join(', ')
  return paths.length > 10 ? `${named} and ${paths.length - 10} more` : named
}

/** The reply is durable before anything is made of it, so that no finished call is ever paid twice. */
async function conclude(context: StepContext, input: TurnInput, reply: TurnReply): Promise<TurnOutcome> {
  const kept = await context.world.journal.keep({ ...reply, usage: { ...reply.usage } })
  await context.note({ reply: kept } satisfies TurnNote)
  return record(context, input, reply)
}

async function settleTurn(context: StepContext, input: TurnInput): Promise<Settlement<TurnOutcome>> {
  for (const note of [...context.notes].reverse() as TurnNote[]) {
    if (!('reply' in note)) continue
    const reply = (await context.world.journal.load(note.reply)) as unknown as TurnReply
    return { kind: 'found', result: await record(context, input, reply) }
  }
  return { kind: 'again' }
}

async function record(context: StepContext, input: TurnInput, reply: TurnReply): Promise<TurnOutcome> {
  const { world, run, step, startedAt: at } = context
  context.spent(reply.usage)
  const findings = [...(await allFindings(context))]
  const { workspace, parent, message } = input
  const calls = await callsOf(context)
  const { text, stop, session, model, isolation } = reply
  const said = {
    text,
    stop,
    session,
    ...(model === undefined ? {} : { model }),
    ...(isolation === undefined ? {} : { isolation }),
  }
  if (input.access === 'write') {
    const work = await world.workspaces.commit({ run, step, workspace, parent, message, at })
    const changes = work.changes.map((change) => ({ ...change }))
    return { ...said, commit: work.commit, tree: work.tree, changes, findings, ...calls }
  }
  const written = await world.workspaces.saveUnfinished({ run, step, workspace, parent, at })
  if (written !== null) {
    await world.workspaces.reset(workspace, parent)
    const message = `The ${input.role} wrote files although it may only read; they were put aside as ${written}.`
    findings.push({ what: 'ref', name: written, action: 'undone', message })
  }
  return { ...said, commit: parent, tree: null, changes: [], findings, ...calls }
}

function interruption(unfinished: string | null): string {
  const tree = unfinished === null ? 'Nothing had been written yet.' : 'The files are as you left them.'
  return `You were interrupted in the middle of the request below. ${tree} Look at what is there, then finish it.`
}
