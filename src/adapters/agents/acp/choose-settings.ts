import { RequestError } from '@agentclientprotocol/sdk'
import { RunFailure } from '../../../kernel/failure.ts'
import { shorten } from '../turns/trouble-failure.ts'
import type { AgentConnection } from './agent-connection.ts'
import { findModel, isSameModel } from './same-model.ts'
import type { SessionSetting, SessionSettings, SettingCategory } from './session-settings.ts'
import { errorWords } from './translate-error.ts'
import { setModel } from './unstable-methods.ts'

export interface SessionAt {
  readonly agent: string
  readonly connection: AgentConnection
  readonly sessionId: string
  readonly settings: SessionSettings
}

/** Puts a session into a mode, unless it is in it. Contract: resolves only if the agent has taken it. */
export async function chooseMode(session: SessionAt, mode: string): Promise<void> {
  const { agent, connection, sessionId, settings } = session
  if (settings.mode === mode) return
  const option = settings.option('mode')
  try {
    if (option !== null) await setOption(session, 'mode', option, mode)
    else {
      await connection.request('session/set_mode', { sessionId, modeId: mode })
      settings.note('mode', mode)
    }
  } catch (thrown) {
    throw isRefusal(thrown) ? notInMode(agent, mode, saidIn(thrown), thrown) : thrown
  }
  if (settings.mode !== mode) throw notInMode(agent, mode, `it is in "${settings.mode}"`)
}

/**
 * Makes a session run a model, unless it does. Contract: resolves only if the agent says that it runs it, or does
 * not say what it runs; it never goes on with another one. `bySession`: whether it may be chosen in the session.
 */
export async function chooseModel(session: SessionAt, model: string, bySession: boolean): Promise<void> {
  const { agent, connection, sessionId, settings } = session
  if (settings.model !== null && isSameModel(settings, settings.model, model)) return
  if (bySession) {
    const option = settings.option('model')
    const offered = option === null ? null : findModel(option.choices, model)
    const listed = findModel(settings.listedModels, model)
    try {
      if (option !== null && (offered !== null || listed === null)) {
        await setOption(session, 'model', option, offered ?? model)
      } else {
        settings.note('model', null)
        settings.take(await setModel(connection, sessionId, listed ?? model))
      }
    } catch (thrown) {
      throw isRefusal(thrown) ? modelUnavailable(agent, model, saidIn(thrown), thrown) : thrown
    }
  }
  checkModel(session, model)
}

/** Throws if the agent says that it runs another model. */
export function checkModel({ agent, settings }: Pick<SessionAt, 'agent' | 'settings'>, model: string): void {
  if (settings.model === null || isSameModel(settings, settings.model, model)) return
  throw modelUnavailable(agent, model, `it runs "${settings.model}"`)
}

export function modelUnavailable(agent: string, model: string, why: string, cause?: unknown): RunFailure {
  const message = `Agent "${agent}" does not run the model "${model}" (${why}); choose a model that it has, or another agent.`
  return new RunFailure({ code: 'agent-failed', trouble: 'model-unavailable', message }, { cause })
}

/** Some agents answer with nothing: a mode is then in force, a model is one that nobody has told, until they tell it. */
async function setOption(
  { connection, sessionId, settings }: SessionAt,
  category: SettingCategory,
  { id }: SessionSetting,
  value: string,
): Promise<void> {
  const told = await connection.request('session/set_config_option', { sessionId, configId: id, value })
  settings.note(category, category === 'mode' ? value : null)
  settings.take(told)
}

/** What an agent answers that cannot or will not; one that is gone or not logged in is another matter. */
function isRefusal(thrown: unknown): thrown is RunFailure {
  if (!(thrown instanceof RunFailure) || thrown.failure.code !== 'agent-failed') return false
  const { trouble } = thrown.failure
  if (!(thrown.cause instanceof RequestError)) return false
  return trouble === 'protocol' || trouble === 'model-unavailable'
}

function saidIn({ cause, message }: RunFailure): string {
  return `it said: ${shorten(cause instanceof RequestError ? errorWords(cause) : message)}`
}

function notInMode(agent: string, mode: string, why: string, cause?: unknown): RunFailure {
  const message = `Agent "${agent}" could not be put into the mode "${mode}" that its role needs (${why}); install a version that was tried (\`tutti agents\` names it), or choose another agent.`
  return new RunFailure({ code: 'agent-failed', trouble: 'protocol', message }, { cause })
}
