import { refuseDocument } from './read-document.ts'
import type { YamlProblem } from './read-yaml.ts'
import { readYaml } from './read-yaml.ts'

export interface Frontmatter {
  /** `null` where the text has no YAML at its top. */
  readonly keys: Readonly<Record<string, unknown>> | null
  readonly body: string
  /** The line of a key, or of the beginning. */
  readonly lineOf: (key: string) => number
}

/**
 * Takes the YAML at the top of a Markdown text. A line such as `description: Use it when: …` is no YAML, but
 * other programs take it for text, and so it is here. Throws `bad-input` with line and column in the file.
 */
export function readFrontmatter(text: string, file: string): Frontmatter {
  const whole = text.replace(/^\uFEFF/, '').replaceAll('\r\n', '\n')
  if (!/^---[ \t]*\n/.test(whole)) return { keys: null, body: whole, lineOf: () => 1 }
  const first = whole.indexOf('\n') + 1
  const end = /^---[ \t]*$/m.exec(whole.slice(first))
  if (end === null) {
    throw refuseDocument(file, [
      { line: 1, column: 1, text: 'the YAML that begins here has no end: add a line of ---' },
    ])
  }
  const yaml = whole.slice(first, first + end.index)
  const body = whole.slice(first + end.index + end[0].length)
  const read = readLoosely(yaml)
  if (!('value' in read)) throw refuseDocument(file, read.map(belowTop))
  if (read.value === null) return { keys: {}, body, lineOf: () => 1 }
  if (typeof read.value !== 'object' || Array.isArray(read.value)) {
    throw refuseDocument(file, [{ line: 2, column: 1, text: 'must be keys with values' }])
  }
  return {
    keys: read.value as Readonly<Record<string, unknown>>,
    body,
    lineOf: (key) => read.placeOf([key], 'key').line + 1,
  }
}

function readLoosely(yaml: string): ReturnType<typeof readYaml> {
  const strictly = readYaml(yaml)
  if ('value' in strictly) return strictly
  const loosely = readYaml(yaml.replaceAll(/^([A-Za-z][\w-]*):[ \t]+([^\s"'[{|>&*!#%@`].*)$/gm, quoted))
  return 'value' in loosely ? loosely : strictly
}

function quoted(_line: string, key: string, value: string): string {
  return `${key}: ${JSON.stringify(value)}`
}

/** The first line of the YAML is the second of the file. */
function belowTop(problem: YamlProblem): YamlProblem {
  return { ...problem, line: problem.line + 1 }
}
