import { randomUUID } from 'node:crypto'
import { overLimit } from '../turns/over-limit.ts'
import { RunFailure } from '../../../kernel/failure.ts'
import type { TurnHooks, TurnReply, TurnRequest } from '../../../kernel/ports/agents.ts'
import type { Clock } from '../../../kernel/ports/clock.ts'
import type { LaunchedProcess } from '../../../kernel/ports/processes.ts'
import type { HeadlessWay } from '../../../profiles/headless-way.ts'
import { recogniseTroubleInReply } from '../../../profiles/recognise-trouble.ts'
import type { ConfiguredAgent } from '../turns/configured-agent.ts'
import { silentTurn } from '../turns/silent-turn.ts'
import type { TurnWatch } from '../turns/turn-watch.ts'
import { failureFrom } from './failure-from.ts'
import type { HeadlessSession } from './headless-session.ts'
import { type EndedTurn, isSlowness, playTurn } from './headless-turn.ts'
import { isPinnedModel } from './is-pinned-model.ts'
import { isSessionLost, sessionLost, stopOf, troubleOf } from './judge-turn.ts'
import { wordsIn } from './pick-line.ts'
import { TurnReport } from './turn-report.ts'

export interface SpokenTurn {
  readonly agent: ConfiguredAgent
  readonly way: HeadlessWay
  readonly request: TurnRequest
  readonly hooks: TurnHooks
  readonly watch: TurnWatch
  readonly session: HeadlessSession
  readonly isResumed: boolean
  readonly process: LaunchedProcess
  readonly clock: Clock
  /** Called with the name that a new session turns out to have; waited for. */
  readonly onTold: (name: string) => Promise<void>
  readonly onLeft: (leftovers: number) => void
}

/** Gives a program its prompt, follows what it prints, and judges what came of it. */
export async function speak(turn: SpokenTurn): Promise<TurnReply> {
  const { agent, way, request, hooks, session, process } = turn
  const report = new TurnReport({
    agent: agent.name,
    step: request.step,
    access: request.access,
    way,
    now: () => turn.clock.now(),
    onActivity: hooks.onActivity,
    onRefused: hooks.onRefused,
  })
  const ended = await playTurn({
    agent: agent.name,
    process,
    clock: turn.clock,
    watch: turn.watch,
    input: way.prompt === 'input' ? request.prompt : '',
    isOver: () => report.end !== null,
    onLine: async (line, raw) => {
      await follow(turn, wordsIn(line, way.output.session)[0] ?? null)
      const usage = session.take(report.take(line, raw))
      checkModel(agent, report)
      if (usage !== null) hooks.onUsage(usage)
    },
  })
  report.flush()
  turn.onLeft(ended.leftovers)
  return settle(turn, report, ended)
}

async function follow(
  { agent, way, session, isResumed, onTold }: SpokenTurn,
  told: string | null,
): Promise<void> {
  if (told !== null || way.session === 'chosen') session.isBegun = true
  if (told === null || told === session.id) return
  if (isResumed) throw sessionLost(agent.name, `it went on in another session, ${told}`)
  const isNew = session.id === null
  session.id = told
  if (isNew) await onTold(told)
}

async function settle(turn: SpokenTurn, report: TurnReport, ended: EndedTurn): Promise<TurnReply> {
  const { agent, way, hooks, session, isResumed, process } = turn
  const ending = { agent: agent.name, way, report, end: ended.end, stderr: process.stderrTail(), isResumed }
  const usage = session.settle()
  const trouble = troubleOf(ending)
  const limit = process.exceeded()
  if (limit !== null) {
    hooks.onUsage(usage)
    throw overLimit(agent.name, limit)
  }
  const { thrown } = ended
  if (thrown !== null) {
    const hasFinished = isSlowness(thrown) && report.end !== null && trouble === null
    if (!hasFinished) {
      hooks.onUsage(usage)
      throw isSlowness(thrown) && ended.left ? keeping(turn, thrown) : thrown
    }
  } else {
    if (isSessionLost(ending)) throw sessionLost(agent.name, 'its program does not find it')
    if (trouble !== null) throw failureFrom(trouble, agent, turn.clock.now())
    if (recogniseTroubleInReply(report.text, agent.program) !== null) {
      const message = `Agent "${agent.name}" failed; see its own log for the cause.`
      throw failureFrom({ trouble: 'protocol', words: report.text, message }, agent, turn.clock.now())
    }
    const silence = silentTurn(agent.name, report, usage)
    if (silence !== null) throw silence
  }
  if (session.name === null) await turn.onTold(randomUUID())
  return {
    text: report.text,
    stop: stopOf(report),
    usage,
    session: session.name ?? '',
    isolation: process.confinement,
    ...(report.model === null ? {} : { model: report.model }),
  }
}

/** One that stopped when it was asked to can be spoken to again, in a new process. */
function keeping({ way, session }: SpokenTurn, thrown: RunFailure): RunFailure {
  if (thrown.failure.code !== 'agent-failed' || way.resume === null) return thrown
  if (session.name === null || !session.isBegun) return thrown
  return new RunFailure({ ...thrown.failure, session: session.name }, { cause: thrown })
}

function checkModel(agent: ConfiguredAgent, { model }: TurnReport): void {
  if (agent.model === null || model === null || isPinnedModel(agent.model, model)) return
  const message = `Agent "${agent.name}" was told to run the model "${agent.model}" and runs "${model}"; correct the model in tutti.yaml.`
  throw new RunFailure({ code: 'agent-failed', trouble: 'model-unavailable', message })
}
