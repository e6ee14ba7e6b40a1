import type { Stored } from '../kernel/event.ts'
import { RunFailure } from '../kernel/failure.ts'
import type { Run, Settlement, StepContext, StepSpec } from '../kernel/playbook.ts'
import type { Access, TurnReply } from '../kernel/ports/agents.ts'
import type { Usage } from '../kernel/usage.ts'
import type { FileChange, SharedFinding, Workspace } from '../kernel/ports/workspaces.ts'

export interface TurnInput {
  readonly agent: string
  readonly role: string
  readonly access: Access
  readonly prompt: string
  readonly session: string | null
  readonly workspace: Workspace
  /** The commit the workspace stands at; a write turn's work is committed on top of it. */
  readonly parent: string
  /** The commit message of a write turn. */
  readonly message: string
}

/** What a turn left behind, as facts that Tutti found itself; `text` alone is the agent's word. */
export type TurnOutcome = {
  readonly text: string
  readonly stop: TurnReply['stop']
  readonly session: string
  readonly commit: string
  readonly tree: string | null
  readonly changes: readonly { readonly path: string; readonly kind: FileChange['kind'] }[]
  readonly findings: readonly {
    readonly what: string
    readonly name: string
    readonly action: SharedFinding['action']
    readonly message: string
  }[]
}

/** One prompt to one agent as one step: guarded, inspected, and, when it may write, ended in a commit. */
export function takeTurn(
  run: Run,
  name: string,
  input: TurnInput,
  isLast: (text: string) => boolean,
): Promise<TurnOutcome> {
  return run.step<TurnOutcome>(name, turnStep(input, isLast))
}

function turnStep(input: TurnInput, isLast: (text: string) => boolean): StepSpec<TurnOutcome> {
  const { agent, role, access, prompt, session, parent, message } = input
  return {
    kind: 'turn',
    input: { agent, role, access, prompt, session, workspace: input.workspace.id, parent, message },
    reserve: { turns: 1, tokens: null, usd: null },
    execute: async (context) => {
      const { session: resumed, prompt: text } = await prepare(context, input)
      const reply = await converse(context, input, resumed, text)
      if (isLast(reply.text)) await context.world.agents.end(reply.session)
      return conclude(context, input, reply)
    },
    settle: (context) => settleTurn(context, input),
  }
}

const SPEND_EVERY_MS = 10_000

/** Follows what a turn costs: always in mind, and durable now and then, so that a crash forgets little of it. */
function spendWatch(context: StepContext): (usage: Usage) => void {
  const { clock } = context.world
  let recordedAt = Number.NEGATIVE_INFINITY
  return (usage) => {
    context.spent(usage)
    if (clock.now() - recordedAt < SPEND_EVERY_MS) return
    recordedAt = clock.now()
    void context.recordSpent(usage)
  }
}

type TurnNote =
  | { readonly session: string }
  | { readonly reply: Stored }
  | { readonly lost: string }
  | { readonly findings: TurnOutcome['findings'] }

/** After a crash the tree and the session go together: both are taken up, or both start afresh. */
async function prepare(
  context: StepContext,
  input: TurnInput,
): Promise<{ readonly session: string | null; readonly prompt: string }> {
  const { world, run, step, startedAt } = context
  if (context.attempt === 1) {
    await world.workspaces.reset(input.workspace, input.parent)
    return { session: input.session, prompt: input.prompt }
  }
  const findings = await inspect(context)
  if (findings.length > 0) await context.note({ findings } satisfies TurnNote)
  const unfinished = await world.workspaces.saveUnfinished({
    run,
    step,
    workspace: input.workspace,
    at: startedAt,
  })
  const interrupted = lastSession(context)
  if (interrupted !== null && world.agents.canResume(input.agent)) {
    return { session: interrupted, prompt: `${interruption(unfinished)}\n\n${input.prompt}` }
  }
  if (interrupted !== null) await context.note({ lost: interrupted } satisfies TurnNote)
  await world.workspaces.reset(input.workspace, input.parent)
  return { session: null, prompt: input.prompt }
}

async function converse(
  context: StepContext,
  input: TurnInput,
  session: string | null,
  prompt: string,
): Promise<TurnReply> {
  const { world, run, step, attempt, signal } = context
  await world.workspaces.guard(run, step)
  const { agent, role, access } = input
  const take = (from: string | null, text: string): Promise<TurnReply> =>
    world.agents.turn(
      { run, step, attempt, agent, role, access, path: input.workspace.path, prompt: text, session: from },
      {
        signal,
        onActivity: world.activity,
        onUsage: spendWatch(context),
        onSession: (opened) => context.note({ session: opened } satisfies TurnNote),
      },
    )
  try {
    return await take(session, prompt)
  } catch (thrown) {
    if (session === null || !(thrown instanceof RunFailure) || thrown.code !== 'session-lost') throw thrown
    await context.note({ lost: session } satisfies TurnNote)
    await world.workspaces.reset(input.workspace, input.parent)
    return take(null, input.prompt)
  }
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
  const earlier = (context.notes as readonly TurnNote[]).flatMap((note) =>
    'findings' in note ? note.findings : [],
  )
  const findings = [...earlier, ...(await inspect(context))]
  const { workspace, parent, message } = input
  const said = { text: reply.text, stop: reply.stop, session: reply.session }
  if (input.access === 'write') {
    const work = await world.workspaces.commit({ run, step, workspace, parent, message, at })
    const changes = work.changes.map((change) => ({ ...change }))
    return { ...said, commit: work.commit, tree: work.tree, changes, findings }
  }
  const written = await world.workspaces.saveUnfinished({ run, step, workspace, at })
  if (written !== null) {
    await world.workspaces.reset(workspace, parent)
    const message = `The ${input.role} wrote files although it may only read; they were put aside as ${written}.`
    findings.push({ what: 'ref', name: written, action: 'undone', message })
  }
  return { ...said, commit: parent, tree: null, changes: [], findings }
}

async function inspect({ world, run, step }: StepContext): Promise<TurnOutcome['findings']> {
  return (await world.workspaces.inspect(run, step)).map((finding) => ({ ...finding }))
}

function lastSession({ notes }: StepContext): string | null {
  for (const note of [...notes].reverse() as TurnNote[]) {
    if ('session' in note) return note.session
  }
  return null
}

function interruption(unfinished: string | null): string {
  const tree = unfinished === null ? 'Nothing had been written yet.' : 'The files are as you left them.'
  return `You were interrupted in the middle of the request below. ${tree} Look at what is there, then finish it.`
}
