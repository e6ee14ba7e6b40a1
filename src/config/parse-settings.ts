import { RunFailure } from '../kernel/failure.ts'
import { checkSettings } from './check-settings.ts'
import { oneLine } from './one-line.ts'
import type { Place, YamlProblem } from './read-yaml.ts'
import { readYaml } from './read-yaml.ts'
import type { WrittenSettings } from './settings-schema.ts'

const LONGEST = 1_048_576
const MOST_PROBLEMS = 20

export interface ParsedSettings {
  readonly settings: WrittenSettings
  /** From dotted key to where it is written, as in `tutti.yaml:3:5`. */
  readonly locations: Readonly<Record<string, string>>
}

/** Reads the text of a settings file. Throws `bad-input` that lists every problem with its line and column. */
export function parseSettings(text: string, file: string): ParsedSettings {
  if (text.length > LONGEST) throw refuse(file, [{ ...START, text: 'the file is larger than 1 MB' }])
  const unreadable = /[\0\uFFFD]/.exec(text)
  if (unreadable !== null) {
    const place = placeIn(text, unreadable.index)
    throw refuse(file, [{ ...place, text: 'the file is not UTF-8 text here; save it as UTF-8' }])
  }
  const yaml = readYaml(text)
  if (!('value' in yaml)) throw refuse(file, yaml)
  if (yaml.value === null) return { settings: {}, locations: {} }

  const { settings, problems } = checkSettings(yaml.value)
  if (settings === null) {
    throw refuse(
      file,
      problems.map(({ path, on, text }) => ({ ...yaml.placeOf(path, on), text })),
    )
  }
  const locations = yaml.paths.map(
    (path) => [path.join('.'), locate(file, yaml.placeOf(path, 'key'))] as const,
  )
  return { settings, locations: Object.fromEntries(locations) }
}

const START: Place = { line: 1, column: 1 }

function refuse(file: string, problems: readonly YamlProblem[]): RunFailure {
  const sorted = problems.toSorted((a, b) => a.line - b.line || a.column - b.column)
  const lines = sorted
    .slice(0, MOST_PROBLEMS)
    .map((problem) => `${locate(file, problem)}: ${oneLine(problem.text)}`)
  if (sorted.length > MOST_PROBLEMS) lines.push('and more problems like these')
  return new RunFailure({
    code: 'bad-input',
    message: lines.join('\n'),
    where: locate(file, sorted[0] ?? START),
  })
}

function locate(file: string, { line, column }: Place): string {
  return `${file}:${line}:${column}`
}

function placeIn(text: string, offset: number): Place {
  const before = text.slice(0, offset).split(/\r\n|\n|\r/)
  return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 }
}
