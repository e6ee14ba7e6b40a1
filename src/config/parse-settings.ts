import { checkSettings } from './check-settings.ts'
import { locate, readDocument, refuseDocument } from './read-document.ts'
import type { WrittenSettings } from './settings-schema.ts'

export interface ParsedSettings {
  readonly settings: WrittenSettings
  /** From dotted key to where it is written, as in `tutti.yaml:3:5`. */
  readonly locations: Readonly<Record<string, string>>
}

/** Reads the text of a settings file. Throws `bad-input` that lists every problem with its line and column. */
export function parseSettings(text: string, file: string): ParsedSettings {
  const yaml = readDocument(text, file)
  if (yaml.value === null) return { settings: {}, locations: {} }

  const { settings, problems } = checkSettings(yaml.value)
  if (settings === null) {
    throw refuseDocument(
      file,
      problems.map(({ path, on, text }) => ({ ...yaml.placeOf(path, on), text })),
    )
  }
  const locations = yaml.paths.map(
    (path) => [path.join('.'), locate(file, yaml.placeOf(path, 'key'))] as const,
  )
  return { settings, locations: Object.fromEntries(locations) }
}
