import { z } from 'zod'
import { RunFailure } from '../../../kernel/failure.ts'
import { asList, asRecord } from '../../../kernel/untrusted-json.ts'
import type { Scenario } from './scenario.ts'

const fault = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('status'),
    status: z.literal([401, 402, 403, 404, 429, 500, 503, 529]),
    retryAfterSeconds: z.int().nonnegative().optional(),
    message: z.string().optional(),
  }),
  z.strictObject({ kind: z.literal('cut-stream') }),
  z.strictObject({ kind: z.literal('hang') }),
  z.strictObject({ kind: z.literal('garbage') }),
  z.strictObject({ kind: z.literal('slow'), ms: z.int().nonnegative() }),
  z.strictObject({ kind: z.literal('endless-tools'), command: z.string() }),
])

const step = z.discriminatedUnion('do', [
  z.strictObject({ do: z.literal('write'), path: z.string().min(1), text: z.string() }),
  z.strictObject({ do: z.literal('run'), command: z.string() }),
  z.strictObject({
    do: z.literal('call'),
    tool: z.string().min(1),
    input: z.record(z.string(), z.json()),
    otherwise: z.string().optional(),
  }),
  z.strictObject({ do: z.literal('say'), text: z.string() }),
  z.strictObject({ do: z.literal('fault'), fault }),
])

const scenario = z.strictObject({
  scenes: z.array(
    z.strictObject({
      when: z.string().refine(isPattern, 'must be a regular expression').optional(),
      times: z.int().positive().optional(),
      steps: z.array(step).min(1),
    }),
  ),
  delayMs: z.int().nonnegative().optional(),
})

/** Reads a scenario, written as JSON; the first mistake is `bad-input` that names the file and the place in it. */
export function parseScenario(text: string, file: string): Scenario {
  const read = scenario.safeParse(readJson(text, file), { reportInput: true })
  if (read.success) return read.data as Scenario
  const [issue] = read.error.issues
  const place = issue === undefined ? '' : placeOf(issue)
  throw badScenario(file, place, issue === undefined ? 'does not fit' : problemOf(issue))
}

function readJson(text: string, file: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw badScenario(
      file,
      '',
      `is not JSON (${error instanceof Error ? error.message : String(error)})`,
      error,
    )
  }
}

function problemOf(issue: z.core.$ZodIssue): string {
  if (issue.code === 'unrecognized_keys') return 'is not known'
  if (issue.code === 'invalid_union') return `must be one of ${asList(asRecord(issue)['options']).join(', ')}`
  if (issue.input === undefined) return 'is missing'
  if (issue.code === 'invalid_value') return `must be one of ${issue.values.join(', ')}`
  return issue.message.replace(/^Invalid \w+: expected /, 'must be ')
}

/** As one would write it to get there: `scenes[0].steps[2].path`. */
function placeOf(issue: z.core.$ZodIssue): string {
  const keys = issue.code === 'unrecognized_keys' ? [...issue.path, ...issue.keys.slice(0, 1)] : issue.path
  return keys
    .map((key) => (typeof key === 'number' ? `[${key}]` : `.${String(key)}`))
    .join('')
    .replace(/^\./, '')
}

function isPattern(source: string): boolean {
  try {
    return new RegExp(source) instanceof RegExp
  } catch {
    return false
  }
}

function badScenario(file: string, place: string, problem: string, cause?: unknown): RunFailure {
  const what = place === '' ? 'The scenario' : `The scenario's ${place}`
  return new RunFailure(
    { code: 'bad-input', message: `${what} ${problem}; correct it in ${file}.`, where: file },
    { cause },
  )
}
