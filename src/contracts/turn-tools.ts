import type { Json } from '../kernel/json.ts'
import type { StepContext } from '../kernel/playbook.ts'
import type { OpenTools, ToolAnswer } from '../kernel/ports/tools.ts'
import { lookUp, ownerOf, type Posted } from './board.ts'
import { type BusMessage, lookAtBus } from './bus.ts'
import type { TurnTools } from './offer-tools.ts'
import type { Lookup, ToolCall } from './tool-call.ts'
import type { ToolInputs } from './tool-inputs.ts'
import type { TurnInput } from './turn-input.ts'
import type { CallNote, TurnNote } from './turn-note.ts'

/** An agent that calls more often in one turn is not working any more. */
const MOST_CALLS = 300

/** Offers a turn's tools to its agent, where the turn has some and the world can offer them. */
export async function openTurnTools(
  context: StepContext,
  input: TurnInput,
  session: string | null,
): Promise<OpenTools | null> {
  const { world, step } = context
  const offered = input.tools ?? null
  if (offered === null || world.tools === null) return null
  let calls = 0
  let last: Promise<unknown> = Promise.resolve()
  const call = (name: string, given: Json): Promise<ToolAnswer> => {
    calls += 1
    if (calls > MOST_CALLS) return Promise.resolve(refused('You have called too often; end your turn.'))
    const answer = last.then(() => answerCall(context, offered, input.role, name, given))
    last = answer.catch(() => undefined)
    return answer.then((each) => {
      world.activity({ step, kind: 'tool', text: toldOf(name, given, each) })
      return each
    })
  }
  return world.tools.open({ session, tools: offered.tools, call })
}

/** What was taken is durable before the agent is told so. */
async function answerCall(
  context: StepContext,
  tools: TurnTools,
  from: string,
  name: string,
  input: Json,
): Promise<ToolAnswer> {
  const judged = tools.judge(name, input)
  if (judged.kind === 'refused') return refused(judged.complaint)
  if (judged.kind === 'looking') {
    const { call } = judged
    if (call.tool === 'team_msg') return accepted(lookAtBus(await busOf(context), call.input, from))
    return accepted(lookUp(await boardOf(context, call), call))
  }
  const { call } = judged
  if (call.tool === 'exploration') {
    const { angle } = call.input
    const owner = angle === null ? null : ownerOf(await boardOf(context, call), angle)
    if (owner !== null && owner !== from) {
      return refused(`The ${owner} has explored this angle already: get it, or choose another.`)
    }
  }
  const kept = await context.world.journal.keep(call.input)
  const at = context.world.clock.now()
  await context.note({ tool: call.tool, call: kept, from, task: tools.task, at } satisfies CallNote)
  return accepted(judged.answer)
}

/**
 * What the agent of a turn has handed in and told, over all attempts at it, with every result but the last left out.
 * A result belongs to the files it was handed in with: when those were given up, so is it.
 */
export async function callsOf({
  notes,
  world,
}: StepContext): Promise<{ readonly calls?: readonly ToolCall[] }> {
  const all = notes as readonly TurnNote[]
  const lost = all.findLastIndex((note) => 'lost' in note)
  const submitted = all.findLastIndex((note) => 'call' in note && note.tool === 'submit_result')
  const counted = all.filter(
    (note, index): note is CallNote =>
      'call' in note && (note.tool !== 'submit_result' || (index === submitted && index > lost)),
  )
  const made = await Promise.all(counted.map((note) => callOf(world.journal, note)))
  // A turn that was interrupted says again what it has said.
  const calls = [...new Map(made.map((call) => [JSON.stringify(call), call])).values()]
  return calls.length === 0 ? {} : { calls }
}

/** What all turns of the run have shared until now, those at work too. */
async function boardOf(context: StepContext, { tool }: Lookup): Promise<readonly Posted[]> {
  const { world } = context
  const notes = [...context.everyNote().values()]
    .flat()
    .filter(isCallNote)
    .filter((note) => note.tool === tool)
  return Promise.all(
    notes.map(async (note) => {
      const { from, task, at } = note
      return { from, task, at, call: await callOf(world.journal, note) }
    }),
  )
}

/** The bus as it is now: what the coordinator has logged or passed on, and what turns at work have said since. */
async function busOf(context: StepContext): Promise<readonly BusMessage[]> {
  const { events } = await context.world.journal.read()
  const logged = events.flatMap((event) =>
    event.type === 'fact-recorded' && event.kind === 'team-message'
      ? [event.value as unknown as BusMessage]
      : [],
  )
  const posted = [...context.everyNote().values()]
    .flat()
    .filter(isCallNote)
    .filter((note) => note.tool === 'team_msg')
  const said = await Promise.all(
    posted.map(async (note) => busMessage(note.from, (await callOf(context.world.journal, note)).input)),
  )
  const known = new Set(logged.map(keyOf))
  return [...logged, ...said.filter((each) => !known.has(keyOf(each)))]
}

function busMessage(from: string, input: unknown): BusMessage {
  const { type, summary, data } = input as ToolInputs['team_msg']
  return { from, to: 'coordinator', type: type ?? '', summary: summary ?? '', data }
}

function keyOf({ from, type, summary }: BusMessage): string {
  return JSON.stringify([from, type, summary])
}

function isCallNote(note: Json): note is CallNote {
  return typeof note === 'object' && note !== null && 'call' in note && 'tool' in note
}

async function callOf(journal: StepContext['world']['journal'], { tool, call }: CallNote): Promise<ToolCall> {
  return { tool, input: await journal.load(call) } as ToolCall
}

function refused(text: string): ToolAnswer {
  return { text, isError: true }
}

function accepted(text: string): ToolAnswer {
  return { text, isError: false }
}

function toldOf(name: string, input: Json, { isError, text }: ToolAnswer): string {
  if (isError) return `${name.slice(0, 100)} refused: ${text.slice(0, 300)}`
  const words = typeof input === 'object' && input !== null && 'text' in input ? input['text'] : null
  return typeof words === 'string' ? `${name}: ${words.slice(0, 300)}` : name
}
