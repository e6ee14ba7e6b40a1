import { asList, asRecord, asText, type JsonRecord } from '../../../kernel/untrusted-json.ts'
import type { SettingChoice } from './setting-choice.ts'
import { readModelState } from './unstable-methods.ts'

/** Something of a session that can be set, with what it is now. */
export interface SessionSetting {
  readonly id: string
  readonly current: string | null
  readonly choices: readonly SettingChoice[]
}

export type SettingCategory = 'mode' | 'model'

/** What a session says of its mode and its model. Contract: what was not said is `null`, also after it was set. */
export class SessionSettings {
  #options: ReadonlyMap<SettingCategory, SessionSetting> = new Map()
  readonly #current: Record<SettingCategory, string | null> = { mode: null, model: null }
  #listedModels: readonly SettingChoice[] = []

  get mode(): string | null {
    return this.#current.mode
  }

  get model(): string | null {
    return this.#current.model
  }

  /** The one that `session/set_config_option` sets. */
  option(category: SettingCategory): SessionSetting | null {
    return this.#options.get(category) ?? null
  }

  /** Models that `session/set_model` takes, as far as they are listed. */
  get listedModels(): readonly SettingChoice[] {
    return this.#listedModels
  }

  /** Takes the answer that opened or set something, or an update on the way; the newest word counts. */
  take(told: unknown): void {
    const record = asRecord(told)
    const models = readModelState(record)
    const mode = asText(record['currentModeId']) ?? asText(asRecord(record['modes'])['currentModeId'])
    if (mode !== null) this.#current.mode = mode
    if (models.current !== null) this.#current.model = models.current
    if (models.listed.length > 0) this.#listedModels = models.listed
    if (Array.isArray(record['configOptions'])) this.#takeOptions(record['configOptions'])
  }

  /** After a call whose answer does not say what is in force since. */
  note(category: SettingCategory, value: string | null): void {
    this.#current[category] = value
  }

  #takeOptions(told: readonly unknown[]): void {
    const options = new Map<SettingCategory, SessionSetting>()
    for (const each of told) {
      const option = asRecord(each)
      const category = categoryOf(option)
      const id = asText(option['id'])
      if (category === null || id === null) continue
      // Beside the model itself a session may list what only has to do with it, such as its provider.
      if (options.has(category) && id !== category) continue
      const current = asText(option['currentValue'])
      options.set(category, { id, current, choices: choicesIn(option['options']) })
    }
    this.#options = options
    for (const [category, { current }] of options) if (current !== null) this.#current[category] = current
  }
}

function categoryOf({ category, id }: JsonRecord): SettingCategory | null {
  const told = category ?? id
  return told === 'mode' || told === 'model' ? told : null
}

/** Choices may stand in groups. */
function choicesIn(told: unknown): readonly SettingChoice[] {
  return asList(told).flatMap((each) => {
    const choice = asRecord(each)
    const value = asText(choice['value'])
    if (value === null) return choicesIn(choice['options'])
    return [{ value, name: asText(choice['name']) ?? value }]
  })
}
