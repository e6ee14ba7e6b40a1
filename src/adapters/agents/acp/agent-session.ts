import type { RequestPermissionResponse } from '@agentclientprotocol/sdk'
import { type Failure, RunFailure } from '../../../kernel/failure.ts'
import type { TurnHooks, TurnReply, TurnRequest } from '../../../kernel/ports/agents.ts'
import type { Clock } from '../../../kernel/ports/clock.ts'
import type { LaunchedProcess } from '../../../kernel/ports/processes.ts'
import type { Usage } from '../../../kernel/usage.ts'
import { AgentConnection } from './agent-connection.ts'
import { answerPermission } from './answer-permission.ts'
import { greetAgent, type Greeting } from './greet-agent.ts'
import { readAnswerTokens } from './read-usage.ts'
import { readStop } from './read-stop.ts'
import { SessionCost } from './session-cost.ts'
import { describeToolCall } from './tool-call.ts'
import { TurnTranscript } from './turn-transcript.ts'
import type { TurnWatch } from '../turns/turn-watch.ts'
import { asList, asRecord, type JsonRecord } from '../../../kernel/untrusted-json.ts'
import { waitAtMost } from '../turns/wait-at-most.ts'

const CANCEL_GRACE_MS = 1000

interface OpenTurn {
  readonly request: TurnRequest
  readonly transcript: TurnTranscript
  readonly onUsage: TurnHooks['onUsage']
  readonly onRefused: TurnHooks['onRefused']
  ending: boolean
}

/** One agent process that holds one session. Contract: its turns come one after the other. */
export class AgentSession {
  readonly agent: string
  readonly path: string
  readonly #clock: Clock
  readonly #connection: AgentConnection
  readonly #cost: SessionCost
  readonly #greeting: Greeting
  #id = ''
  #watch: TurnWatch | null = null
  #turn: OpenTurn | null = null

  constructor(greeting: Greeting, process: LaunchedProcess, clock: Clock) {
    this.agent = greeting.agent
    this.path = greeting.path
    this.#greeting = greeting
    this.#clock = clock
    this.#cost = new SessionCost(greeting.former === null ? 0 : null)
    this.#connection = new AgentConnection(greeting.agent, process, clock, {
      onUpdate: (params) => this.#update(asRecord(params)),
      onPermission: (params) => this.#permission(asRecord(params)),
    })
  }

  /** The agent's own name for the session. */
  get id(): string {
    return this.#id
  }

  get isOpen(): boolean {
    return this.#connection.isOpen
  }

  get isBusy(): boolean {
    return this.#turn !== null
  }

  get gone(): Promise<number> {
    return this.#connection.gone
  }

  async open(watch: TurnWatch): Promise<void> {
    this.#watch = watch
    this.#id = await watch.guard(greetAgent(this.#connection, this.#greeting))
    this.#cost.settle()
  }

  /**
   * Rejects only after the agent was asked to stop. The caller then ends the session, unless the failure names
   * it: that agent was too slow, stopped when it was asked to, and can be spoken to again.
   */
  async prompt(
    request: TurnRequest,
    hooks: TurnHooks,
    watch: TurnWatch,
  ): Promise<Omit<TurnReply, 'session'>> {
    const transcript = new TurnTranscript({
      agent: this.agent,
      step: request.step,
      now: () => this.#clock.now(),
      onActivity: hooks.onActivity,
    })
    const { onUsage, onRefused } = hooks
    const turn: OpenTurn = { request, transcript, onUsage, onRefused, ending: false }
    this.#watch = watch
    this.#turn = turn
    const answering = this.#connection.request('session/prompt', {
      sessionId: this.#id,
      prompt: [{ type: 'text', text: request.prompt }],
      _meta: outOfBand(request),
    })
    try {
      return this.#replyOf(turn, await watch.guard(answering))
    } catch (thrown) {
      turn.ending = true
      const slowness = slownessIn(thrown)
      const stopped = await this.#askToStop(answering, slowness === null ? CANCEL_GRACE_MS : watch.graceMs)
      if (slowness === null || stopped === null) throw thrown
      return this.#afterStop(turn, stopped.answer, slowness)
    } finally {
      transcript.flush()
      this.#turn = null
    }
  }

  end(): Promise<number> {
    return this.#connection.end()
  }

  #replyOf({ transcript }: OpenTurn, answer: unknown): Omit<TurnReply, 'session'> {
    const usage = this.#settleUsage(transcript, answer)
    return { text: transcript.text, stop: readStop(answer, this.agent), usage }
  }

  /** One that has finished after all is believed; one that only stopped keeps its session for another word. */
  #afterStop(turn: OpenTurn, answer: unknown, slowness: Slowness): Omit<TurnReply, 'session'> {
    const { stopReason } = asRecord(answer)
    if (typeof stopReason === 'string' && stopReason !== 'cancelled') return this.#replyOf(turn, answer)
    turn.onUsage(this.#settleUsage(turn.transcript, answer))
    const { session } = turn.request
    throw new RunFailure(session === null ? slowness : { ...slowness, session })
  }

  #settleUsage(transcript: TurnTranscript, answer: unknown): Usage {
    const tokens = readAnswerTokens(answer) ?? transcript.chunkTokens
    return { turns: 1, tokens, usd: this.#cost.settle() }
  }

  /** `null` when it did not stop in time or is gone. */
  async #askToStop(
    answering: Promise<unknown>,
    graceMs: number,
  ): Promise<{ readonly answer: unknown } | null> {
    if (!this.isOpen) return null
    const answered = answering.then(
      (answer) => ({ answer }),
      () => ({ answer: null }),
    )
    const stopping = this.#connection.cancel(this.#id).then(() => answered)
    const stopped = await waitAtMost(this.#clock, graceMs, stopping)
    return this.isOpen ? stopped : null
  }

  /** Another session's updates, such as a sub-agent's, are a sign of life and nothing more. */
  #update({ sessionId, update }: JsonRecord): void {
    this.#watch?.touch()
    if (this.#id !== '' && sessionId !== this.#id) return
    this.#cost.take(update)
    this.#turn?.transcript.take(update)
    this.#tellUsage()
  }

  #tellUsage(): void {
    const turn = this.#turn
    const usd = this.#cost.soFar()
    const tokens = turn?.transcript.chunkTokens ?? null
    if (turn !== null && (usd !== null || tokens !== null)) turn.onUsage({ turns: 1, tokens, usd })
  }

  async #permission(params: JsonRecord): Promise<RequestPermissionResponse> {
    this.#watch?.touch()
    const turn = this.#turn
    if (turn === null || turn.ending) return { outcome: { outcome: 'cancelled' } }
    const tool = turn.transcript.tool(params['toolCall'])
    const { access, may = null, path: workspace, tools } = turn.request
    const allowed = { access, may, own: tools ?? null, workspace }
    const answer = await answerPermission({ ...allowed, tool, options: asList(params['options']) })
    if (!answer.allowed) turn.onRefused(`${describeToolCall(tool)}, ${answer.reason}`)
    turn.transcript.note(
      'permission',
      `${answer.allowed ? 'allowed' : 'refused'}: ${describeToolCall(tool)}, ${answer.reason}`,
    )
    return { outcome: turn.ending ? { outcome: 'cancelled' } : answer.outcome }
  }
}

type Slowness = Extract<Failure, { code: 'agent-failed' }>

/** The failure of a turn that only took too long or was too quiet. */
function slownessIn(thrown: unknown): Slowness | null {
  if (!(thrown instanceof RunFailure) || thrown.failure.code !== 'agent-failed') return null
  const { trouble } = thrown.failure
  return trouble === 'hung' || trouble === 'timed-out' ? thrown.failure : null
}

/** Facts for the agent's own log; a caller's `meta` never replaces the names of run and step. */
function outOfBand({ run, step, attempt, role, meta }: TurnRequest): Record<string, unknown> {
  return {
    ...asRecord(meta),
    'tutti/run': run,
    'tutti/step': step,
    'tutti/attempt': attempt,
    'tutti/role': role,
  }
}
