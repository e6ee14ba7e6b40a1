import type { SettingChoice } from './setting-choice.ts'
import type { SessionSettings } from './session-settings.ts'

/** The value that an agent gives to a model, which people may also call by its name; `null` when it is not among them. */
export function findModel(choices: readonly SettingChoice[], model: string): string | null {
  const exact = choices.find(({ value }) => value === model)
  if (exact !== undefined) return exact.value
  const named = choices.filter(({ name }) => name === model)
  return named.length === 1 ? (named[0]?.value ?? null) : null
}

/** Whether what an agent says it runs is the model that was asked for. */
export function isSameModel(
  settings: Pick<SessionSettings, 'option' | 'listedModels'>,
  said: string,
  asked: string,
): boolean {
  const choices = [...(settings.option('model')?.choices ?? []), ...settings.listedModels]
  const names = choices.filter(({ value }) => value === said).map(({ name }) => name)
  return [said, ...names].some((each) => each === asked || withoutEffort(each) === withoutEffort(asked))
}

/**
 * The model that took a turn instead of the one asked for, if its answer names one that the agent lists beside it.
 * A model that stands for any other one cannot be told so.
 */
export function findOtherModel(
  settings: Pick<SessionSettings, 'option' | 'listedModels'>,
  used: readonly string[],
  asked: string,
): string | null {
  if (/^(auto|default)\b/i.test(asked) || used.some((each) => isSameModel(settings, each, asked))) return null
  const choices = [...(settings.option('model')?.choices ?? []), ...settings.listedModels]
  const value = findModel(choices, asked)
  const names = choices.filter((each) => each.value === value).map(({ name }) => name)
  if (used.some((each) => names.includes(each))) return null
  return used.find((each) => choices.some(({ value, name }) => value === each || name === each)) ?? null
}

/** `gpt-5.5[high]` is the model `gpt-5.5`, told how hard to think. */
function withoutEffort(model: string): string {
  return model.replace(/\[[a-z]+\]$/, '')
}
