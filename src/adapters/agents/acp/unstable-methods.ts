import { asList, asRecord, asText, type JsonRecord } from '../../../kernel/untrusted-json.ts'
import type { AgentConnection } from './agent-connection.ts'
import type { SettingChoice } from './setting-choice.ts'

/** Whatever Tutti uses of the protocol that is not in its stable version stands in this file. */

/** The older way to choose a model, which some agents know alone. */
export async function setModel(
  connection: AgentConnection,
  sessionId: string,
  modelId: string,
): Promise<unknown> {
  return connection.requestOther('session/set_model', { sessionId, modelId })
}

export interface ModelState {
  readonly current: string | null
  readonly listed: readonly SettingChoice[]
}

/** The `models` of a session's opening answer. */
export function readModelState({ models }: JsonRecord): ModelState {
  const { currentModelId, availableModels } = asRecord(models)
  const listed = asList(availableModels).flatMap((each) => {
    const { modelId, name } = asRecord(each)
    const value = asText(modelId)
    return value === null ? [] : [{ value, name: asText(name) ?? value }]
  })
  return { current: asText(currentModelId), listed }
}

/** The usage record of a prompt's answer, where the different agents put it. */
export function usageIn(answer: unknown): readonly unknown[] {
  const { usage, _meta } = asRecord(answer)
  const meta = asRecord(_meta)
  return [usage, meta['usage'], asRecord(meta['quota'])['token_count']]
}

/** The usage of one call of the model, which some agents hang on a chunk of their message. */
export function usageOnChunk(update: JsonRecord): unknown {
  return asRecord(update['_meta'])['usage']
}

/** The session's cost so far that a `usage_update` reports, as it is told, if it is in dollars. */
export function costIn(update: unknown): unknown {
  const cost = asRecord(asRecord(update)['cost'])
  return cost['currency'] === 'USD' ? cost['amount'] : null
}

/** Why an agent says that it waits and tries again by itself; `null` when an update says nothing of it. */
export function retryReasonIn({ sessionUpdate, reason }: JsonRecord): string | null {
  return sessionUpdate === 'retry_state' ? asText(reason) : null
}

/** Models that took part in a turn, as far as its answer names them. */
export function modelsIn(answer: unknown): readonly string[] {
  const { modelId, quota } = asRecord(asRecord(answer)['_meta'])
  const used = asList(asRecord(quota)['model_usage']).map((each) => asText(asRecord(each)['model']))
  return [asText(modelId), ...used].filter((model) => model !== null)
}
