import type { ParsedSettings } from './parse-settings.ts'
import type { WrittenSettings } from './settings-schema.ts'

export interface SettingSource {
  readonly source: 'flag' | 'environment' | 'repository' | 'policy' | 'user' | 'default'
  /** The flag, the variable, the file with line and column, or `default`. */
  readonly where: string
}

export interface SettingsLayer extends ParsedSettings {
  readonly source: SettingSource['source']
}

/** Takes values out of layers and remembers where each came from. */
export interface SettingsChoice {
  /** The value in the first layer that has one; `undefined` leaves it to the default. */
  readonly take: <T>(key: string, read: (written: WrittenSettings) => T | undefined) => T | undefined
  /** All members of a named group, each from the first layer that has it. */
  readonly takeByName: <T>(
    key: string,
    read: (written: WrittenSettings) => Readonly<Record<string, T>> | undefined,
  ) => readonly (readonly [string, T])[]
  readonly sources: Readonly<Record<string, SettingSource>>
}

export function chooseSettings(layers: readonly SettingsLayer[]): SettingsChoice {
  const sources: Record<string, SettingSource> = {}
  const take: SettingsChoice['take'] = (key, read) => {
    for (const { source, settings, locations } of layers) {
      const value = read(settings)
      if (value === undefined) continue
      sources[key] = { source, where: whereOf(key, locations) }
      return value
    }
    sources[key] = { source: 'default', where: 'default' }
    return undefined
  }
  const takeByName: SettingsChoice['takeByName'] = (key, read) => {
    const names = new Set(layers.flatMap(({ settings }) => Object.keys(read(settings) ?? {})))
    return [...names].toSorted().flatMap((name) => {
      const value = take(`${key}.${name}`, (written) => ownValue(read(written), name))
      return value === undefined ? [] : [[name, value] as const]
    })
  }
  return { take, takeByName, sources }
}

/** What an alias stands for is written elsewhere: the nearest key above it is where it was put to use. */
function whereOf(key: string, locations: Readonly<Record<string, string>>): string {
  const found = locations[key]
  const end = key.lastIndexOf('.')
  return found ?? (end === -1 ? '' : whereOf(key.slice(0, end), locations))
}

function ownValue<T>(group: Readonly<Record<string, T>> | undefined, name: string): T | undefined {
  return group !== undefined && Object.hasOwn(group, name) ? group[name] : undefined
}
