import { RunFailure } from '../kernel/failure.ts'
import type { Run } from '../kernel/playbook.ts'
import type { Workspace } from '../kernel/ports/workspaces.ts'
import type { Contract } from './contract.ts'
import type { ContextLines, PackedContext } from './pack-context.ts'
import { packRequest } from './pack-request.ts'
import { offerTools } from './offer-tools.ts'
import type { SelfCritique } from './self-critique.ts'
import { isUnsure, lookAgain } from './self-critique.ts'
import { judgeReply, type ReadReply, readReply, replyInstruction } from './read-reply.ts'
import type { Source } from './source.ts'
import type { TeamRole } from './team-role.ts'
import { teamWords } from './team-role.ts'
import type { TurnOutcome, TurnWords } from './take-turn.ts'
import { takeTurn } from './take-turn.ts'
import type { ToolCall } from './tool-call.ts'
import type { TurnFinding } from './turn-note.ts'

const REPAIRS = 2

/** For a session that takes the place of one that was lost between two turns. */
const FORGOTTEN =
  'An earlier session has done this already, and its files are here; its reply is lost. Look at what is there, and reply yourself. It had been told:'

/** As much of a reply that does not fit as somebody may still make something of. */
const LONGEST_DRAFT = 20_000

export interface Asked<Out> {
  readonly reply: Out
  /** The last turn, with the commit that holds everything the agent wrote, and the findings and calls of all turns. */
  readonly turn: TurnOutcome
  readonly leftOut: PackedContext['leftOut']
}

export interface AskPlace {
  readonly agent: string
  readonly workspace: Workspace
  readonly parent: string
  readonly message: string
  /** A session to go on with; without one a new one is opened. */
  readonly session?: string | null
  /** A session whose turn was cut off, to go on with instead; its files stand in the commit. */
  readonly parked?: { readonly session: string; readonly commit: string } | null
  /** What the role is given beside its request, before what the contract itself adds. */
  readonly sources?: readonly Source[]
  /** How many characters of them; without a number, all. */
  readonly contextLength?: number
  readonly lines?: ContextLines
  /** Whoever is less sure of a fitting reply than this is asked to look at it again, at most so many times. */
  readonly critique?: SelfCritique
  /** How the team wants this role to work. */
  readonly teamRole?: TeamRole | null
  /** Leaves the session open after a fitting reply; whoever asks for that has to end it. */
  readonly isKept?: boolean
  /** Offers the agent tools, for the task it works on if there is one. */
  readonly tools?: { readonly task: string | null } | null
}

/** Asks a role once; a reply that does not fit gets at most two repair turns in the same session. */
export async function ask<In, Out>(
  run: Run,
  contract: Contract<In, Out>,
  input: In,
  place: AskPlace,
): Promise<Asked<Out>> {
  const {
    session: first = null,
    parked: cutOff = null,
    isKept = false,
    sources = [],
    contextLength,
    lines,
    critique = { sureFrom: 0, loops: 0 },
    teamRole = null,
    tools: offered = null,
    ...rest
  } = place
  const tools = offered === null ? null : offerTools(contract, offered.task)
  const replyAs = replyInstruction(contract, tools !== null)
  const packed = packRequest(contract.sources?.(input) ?? [], sources, contextLength, lines)
  const words = [...teamWords(teamRole), contract.prompt(input), ...packed.words, replyAs]
  const { role, access, may, turnMs } = contract
  const allowed = { role, access, may, ...(turnMs === undefined ? {} : { turnMs }) }
  const request = words.join('\n\n')
  let prompt = request
  let anew = request
  let parked = cutOff
  let session: string | null = first
  let parent = place.parent
  let findings: readonly TurnFinding[] = []
  let calls: readonly ToolCall[] = []
  let name = 'turn'
  let looks = 0
  const isToLookAgain = (reply: Out): boolean => looks < critique.loops && isUnsure(reply, critique)
  for (let repair = 0; ;) {
    const last = repair === REPAIRS
    const turn: TurnOutcome = await takeTurn(
      run,
      name,
      { ...rest, ...allowed, parent, prompt, anew, session, parked, replyAs, tools },
      (words) => {
        const said = readTurn(contract, words)
        return said.kind === 'fits' ? !isKept && !isToLookAgain(said.reply) : last
      },
    ).catch((thrown: unknown) => {
      throw withFindings(thrown, findings)
    })
    parked = null
    findings = [...findings, ...turn.findings]
    calls = [...calls, ...(turn.calls ?? [])]
    const ran = turn.isolation === undefined ? {} : { isolation: turn.isolation }
    if (turn.stop === 'refused') {
      const message = `The ${contract.role} (${place.agent}) refused: ${turn.text.slice(-500) || 'it gave no reason'}`
      throw withFindings(
        new RunFailure({ code: 'agent-failed', trouble: 'refused', message, ...ran }),
        findings,
      )
    }
    const read = readTurn(contract, turn)
    if (read.kind === 'fits' && isToLookAgain(read.reply)) {
      looks += 1
      name = `critique-${looks}`
      session = turn.session
      parent = turn.commit
      const words = lookAgain(read.reply)
      prompt = `${words}\n\n${replyAs}`
      anew = `${request}\n\n${FORGOTTEN} ${words}`
      continue
    }
    if (read.kind === 'fits') {
      const whole = { ...turn, findings, ...(calls.length === 0 ? {} : { calls }) }
      return { reply: read.reply, turn: whole, leftOut: packed.leftOut }
    }
    if (last) {
      const message = `The ${contract.role} (${place.agent}) gave no fitting reply in ${REPAIRS + 1} turns; give the role another agent, or try again. It was told: ${read.complaint}`
      const reply = turn.text.slice(-LONGEST_DRAFT)
      throw withFindings(new RunFailure({ code: 'reply-invalid', message, reply, ...ran }), findings)
    }
    repair += 1
    name = `repair-${repair}`
    session = turn.session
    parent = turn.commit
    prompt = `${read.complaint}\n\nSend the whole reply again.\n\n${replyAs}`
    anew = `${request}\n\n${FORGOTTEN} ${read.complaint}`
  }
}

/** What was handed in by a tool goes before what was only said. */
function readTurn<In, Out>(contract: Contract<In, Out>, { text, calls = [] }: TurnWords): ReadReply<Out> {
  const submitted = calls.find(({ tool }) => tool === 'submit_result')
  return submitted === undefined ? readReply(contract, text) : judgeReply(contract, submitted.input)
}

/** What earlier turns did is not forgotten when a later one fails. */
function withFindings(thrown: unknown, earlier: readonly TurnFinding[]): unknown {
  if (!(thrown instanceof RunFailure) || earlier.length === 0) return thrown
  const { failure } = thrown
  if (failure.code !== 'agent-failed' && failure.code !== 'reply-invalid') return thrown
  const findings = [...earlier, ...(failure.findings ?? [])]
  return new RunFailure({ ...failure, findings }, { cause: thrown })
}
