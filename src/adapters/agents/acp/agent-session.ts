import type { RequestPermissionResponse } from '@agentclientprotocol/sdk'
import { type Failure, RunFailure } from '../../../kernel/failure.ts'
import type { TurnHooks, TurnReply, TurnRequest } from '../../../kernel/ports/agents.ts'
import type { Clock } from '../../../kernel/ports/clock.ts'
import type { Usage } from '../../../kernel/usage.ts'
import type { AgentProcess } from './agent-process.ts'
import { answerPermission } from './answer-permission.ts'
import { checkModel, chooseMode, chooseModel, modelUnavailable, type SessionAt } from './choose-settings.ts'
import { openSession } from './greet-agent.ts'
import { priceUsage } from './price-usage.ts'
import { readStop } from './read-stop.ts'
import { findOtherModel } from './same-model.ts'
import type { SessionPlan } from './session-plan.ts'
import { SessionSettings } from './session-settings.ts'
import { SessionUsage } from './session-usage.ts'
import { describeToolCall } from './tool-call.ts'
import { TurnTranscript } from './turn-transcript.ts'
import { modelsIn, retryReasonIn } from './unstable-methods.ts'
import type { TurnWatch } from '../turns/turn-watch.ts'
import { asList, asRecord, type JsonRecord } from '../../../kernel/untrusted-json.ts'
import { silentTurn } from '../turns/silent-turn.ts'
import { waitAtMost } from '../turns/wait-at-most.ts'

const CANCEL_GRACE_MS = 1000
/** Updates that show that an agent has gone on. */
const PROGRESS: ReadonlySet<string> = new Set(['agent_message_chunk', 'agent_thought_chunk', 'tool_call'])

interface OpenTurn {
  readonly request: TurnRequest
  readonly transcript: TurnTranscript
  readonly onUsage: TurnHooks['onUsage']
  readonly onRefused: TurnHooks['onRefused']
  /** What the agent was last known to wait for. */
  waitingFor: RunFailure | null
  wasRefused: boolean
  ending: boolean
}

/** One session in an agent's process. Contract: its turns come one after the other. */
export class AgentSession {
  readonly process: AgentProcess
  readonly plan: SessionPlan
  readonly #clock: Clock
  readonly #settings = new SessionSettings()
  readonly #usage: SessionUsage
  #id = ''
  #watch: TurnWatch | null = null
  #turn: OpenTurn | null = null
  #hasFailed = false

  constructor(plan: SessionPlan, process: AgentProcess, clock: Clock) {
    this.plan = plan
    this.process = process
    this.#clock = clock
    this.#usage = new SessionUsage(plan.reports, plan.former === null)
  }

  /** The agent's own name for the session. */
  get id(): string {
    return this.#id
  }

  get isOpen(): boolean {
    return this.process.connection.isOpen
  }

  get isBusy(): boolean {
    return this.#turn !== null
  }

  /** Whether all its turns went as they should, so that its process may be given another session. */
  get isSound(): boolean {
    return this.isOpen && !this.isBusy && !this.#hasFailed
  }

  async open(watch: TurnWatch, version: string): Promise<void> {
    this.#watch = watch
    const { connection } = this.process
    connection.listen({
      onUpdate: (params) => this.#update(asRecord(params)),
      onPermission: (params) => this.#permission(asRecord(params)),
    })
    const abilities = await watch.guard(this.process.greet(version))
    const { id, answer } = await watch.guard(openSession(connection, abilities, this.plan))
    this.#id = id
    this.#settings.take(answer)
    this.#usage.settle(null)
    await watch.guard(this.#arrange())
    this.process.noteFamily()
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
    const { onUsage, onRefused } = hooks
    const transcript = new TurnTranscript({
      agent: this.plan.agent,
      step: request.step,
      now: () => this.#clock.now(),
      onActivity: hooks.onActivity,
      access: request.access,
      onStopped: (tool) => onRefused(`${describeToolCall(tool)}, the system did not let it`),
    })
    const turn: OpenTurn = {
      request,
      transcript,
      onUsage,
      onRefused,
      waitingFor: null,
      wasRefused: false,
      ending: false,
    }
    this.#watch = watch
    this.#turn = turn
    this.process.refusals.listen(onRefused)
    try {
      await watch.guard(this.#arrange())
      const answering = this.process.connection.request('session/prompt', {
        sessionId: this.#id,
        prompt: [{ type: 'text', text: request.prompt }],
        _meta: outOfBand(request),
      })
      return await this.#outcome(turn, answering, watch)
    } catch (thrown) {
      this.#hasFailed = true
      throw thrown
    } finally {
      transcript.flush()
      this.process.refusals.listen(null)
      this.#turn = null
    }
  }

  async #outcome(
    turn: OpenTurn,
    answering: Promise<unknown>,
    watch: TurnWatch,
  ): Promise<Omit<TurnReply, 'session'>> {
    try {
      return this.#replyOf(turn, await watch.guard(answering))
    } catch (thrown) {
      turn.ending = true
      const slowness = slownessIn(thrown)
      const stopped = await this.#askToStop(answering, slowness === null ? CANCEL_GRACE_MS : watch.graceMs)
      if (slowness !== null && stopped === null && turn.waitingFor !== null) throw turn.waitingFor
      if (slowness === null || stopped === null) throw thrown
      return this.#afterStop(turn, stopped.answer, slowness)
    }
  }

  /** Mode and model as the role needs them, also when the agent has changed them on its own. */
  async #arrange(): Promise<void> {
    const { mode, model, bySession } = this.plan
    if (mode !== null) await chooseMode(this.#at(), mode)
    if (model !== null) await chooseModel(this.#at(), model, bySession)
  }

  #at(): SessionAt {
    const { plan, process, id: sessionId } = this
    return { agent: plan.agent, connection: process.connection, sessionId, settings: this.#settings }
  }

  #replyOf({ transcript, wasRefused }: OpenTurn, answer: unknown): Omit<TurnReply, 'session'> {
    const { agent, troubleIn } = this.plan
    const stop = readStop(answer, agent, wasRefused)
    this.#checkModel(answer)
    const trouble = troubleIn(transcript, this.#clock.now())
    if (trouble !== null) throw trouble
    const model = this.#settings.model ?? modelsIn(answer)[0]
    const usage = this.#settleUsage(answer)
    transcript.flush()
    const silence = this.plan.isKnownProgram && !wasRefused ? silentTurn(agent, transcript, usage) : null
    if (silence !== null) throw silence
    const { confinement: isolation } = this.process
    return { text: transcript.text, stop, usage, isolation, ...(model === undefined ? {} : { model }) }
  }

  #checkModel(answer: unknown): void {
    const { agent, model } = this.plan
    if (model === null) return
    checkModel({ agent, settings: this.#settings }, model)
    const other = findOtherModel(this.#settings, modelsIn(answer), model)
    if (other !== null) throw modelUnavailable(agent, model, `"${other}" took the turn`)
  }

  /** One that has finished after all is believed; one that only stopped keeps its session for another word. */
  #afterStop(turn: OpenTurn, answer: unknown, slowness: Slowness): Omit<TurnReply, 'session'> {
    const { stopReason } = asRecord(answer)
    if (typeof stopReason === 'string' && stopReason !== 'cancelled') return this.#replyOf(turn, answer)
    turn.onUsage(this.#settleUsage(answer))
    if (turn.waitingFor !== null) throw turn.waitingFor
    const { session } = turn.request
    throw new RunFailure(session === null ? slowness : { ...slowness, session })
  }

  #settleUsage(answer: unknown): Usage {
    return priceUsage(this.#usage.settle(answer), this.#settings.model ?? modelsIn(answer)[0] ?? null)
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
    const stopping = this.process.connection.cancel(this.#id).then(() => answered)
    const stopped = await waitAtMost(this.#clock, graceMs, stopping)
    return this.isOpen ? stopped : null
  }

  /** Another session's updates, such as a sub-agent's, are a sign of life and nothing more. */
  #update({ sessionId, update }: JsonRecord): void {
    this.#watch?.touch()
    if (this.#id !== '' && sessionId !== this.#id) return
    const told = asRecord(update)
    this.#settings.take(told)
    this.#usage.take(told)
    this.#turn?.transcript.take(told)
    this.#noteWaiting(told)
    this.#tellUsage()
  }

  /** Until the agent says or does something else. */
  #noteWaiting(told: JsonRecord): void {
    const turn = this.#turn
    const reason = retryReasonIn(told)
    if (turn === null) return
    if (reason !== null) turn.waitingFor = this.plan.troubleOf(reason, this.#clock.now())
    else if (PROGRESS.has(String(told['sessionUpdate']))) turn.waitingFor = null
  }

  #tellUsage(): void {
    const soFar = this.#usage.soFar()
    if (soFar.tokens === null && soFar.usd === null) return
    this.#turn?.onUsage(priceUsage(soFar, null))
  }

  async #permission(params: JsonRecord): Promise<RequestPermissionResponse> {
    this.#watch?.touch()
    const turn = this.#turn
    if (turn === null || turn.ending) return { outcome: { outcome: 'cancelled' } }
    const tool = turn.transcript.tool(params['toolCall'])
    const { access, may = null, path: workspace, tools } = turn.request
    const { confinement, speaker } = this.process
    const isReadOnly = access === 'read' && speaker.program !== null && confinement !== 'none'
    const allowed = { access, may, own: tools ?? null, workspace, isReadOnly }
    const answer = await answerPermission({ ...allowed, tool, options: asList(params['options']) })
    if (!answer.allowed) {
      turn.wasRefused = true
      turn.transcript.refuse(params['toolCall'])
      turn.onRefused(`${describeToolCall(tool)}, ${answer.reason}`)
    }
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
