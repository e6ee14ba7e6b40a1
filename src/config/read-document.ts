import { RunFailure } from '../kernel/failure.ts'
import { oneLine } from './one-line.ts'
import type { Place, YamlProblem, YamlValue } from './read-yaml.ts'
import { readYaml } from './read-yaml.ts'

/** The longest text that is read. */
export const LONGEST_DOCUMENT = 1_048_576
const MOST_PROBLEMS = 20

/** Reads a written file, YAML or JSON. Throws `bad-input` that lists every problem with its line and column. */
export function readDocument(text: string, file: string): YamlValue {
  if (text.length > LONGEST_DOCUMENT) {
    throw refuseDocument(file, [{ ...START, text: 'the file is larger than 1 MB' }])
  }
  const unreadable = /[\0\uFFFD]/.exec(text)
  if (unreadable !== null) {
    const place = placeIn(text, unreadable.index)
    throw refuseDocument(file, [{ ...place, text: 'the file is not UTF-8 text here; save it as UTF-8' }])
  }
  const yaml = readYaml(text)
  if (!('value' in yaml)) throw refuseDocument(file, yaml)
  return yaml
}

export function refuseDocument(file: string, problems: readonly YamlProblem[]): RunFailure {
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

export function locate(file: string, { line, column }: Place): string {
  return `${file}:${line}:${column}`
}

const START: Place = { line: 1, column: 1 }

function placeIn(text: string, offset: number): Place {
  const before = text.slice(0, offset).split(/\r\n|\n|\r/)
  return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 }
}
