import { RunFailure } from '../../../kernel/failure.ts'
import { stepPattern } from './find-scene.ts'
import type { Act, Script } from './script.ts'

type Field = 'text' | 'text?' | 'number' | 'number?' | 'any' | 'act'
type Fields = Readonly<Record<string, Field>>

const ACTS: Readonly<Record<Act['act'], Fields>> = {
  say: { text: 'text' },
  reply: { value: 'any' },
  write: { path: 'text', text: 'text' },
  edit: { path: 'text', find: 'text', replace: 'text' },
  remove: { path: 'text' },
  run: { command: 'text' },
  wait: { ms: 'number' },
  crash: { code: 'number' },
  garbage: { bytes: 'number' },
  hang: {},
  stall: {},
  ponder: { ms: 'number', everyMs: 'number' },
  'rate-limit': { retryAfterSeconds: 'number' },
  error: { code: 'number', message: 'text' },
  'ask-permission': { kind: 'text', title: 'text', path: 'text?' },
  'spawn-daemon': { pidFile: 'text' },
  usage: { tokens: 'number', usd: 'number' },
  tool: { name: 'text', input: 'any' },
}
const MATCH: Fields = { role: 'text?', step: 'text?', attempt: 'number?', prompt: 'text?' }

/** Reads a script; every mistake is `bad-input` that names the file and the place in it. */
export function parseScript(text: string, file: string): Script {
  let script: unknown
  try {
    script = JSON.parse(text)
  } catch (error) {
    throw badScript(
      file,
      '',
      `is not JSON (${error instanceof Error ? error.message : String(error)})`,
      error,
    )
  }
  const complain: Complain = (place, problem) => badScript(file, place, problem)
  const { scenes } = checkFields(script, { scenes: 'any' }, '', complain)
  for (const [index, scene] of checkList(scenes, 'scenes', complain).entries()) {
    const place = `scenes[${index}]`
    const { match, acts } = checkFields(scene, { match: 'any', acts: 'any' }, place, complain)
    checkMatch(match, `${place}.match`, complain)
    const list = checkList(acts, `${place}.acts`, complain)
    for (const [at, act] of list.entries()) checkAct(act, `${place}.acts[${at}]`, complain)
  }
  return script as Script
}

type Complain = (place: string, problem: string) => RunFailure

function checkMatch(match: unknown, place: string, complain: Complain): void {
  const { step } = checkFields(match, MATCH, place, complain)
  try {
    if (typeof step === 'string') stepPattern(step)
  } catch (error) {
    throw complain(`${place}.step`, error instanceof Error ? error.message : 'is no pattern')
  }
}

function checkAct(act: unknown, place: string, complain: Complain): void {
  const name = typeof act === 'object' && act !== null && 'act' in act ? act.act : undefined
  if (typeof name !== 'string' || !Object.hasOwn(ACTS, name)) {
    throw complain(`${place}.act`, `must be one of ${Object.keys(ACTS).join(', ')}`)
  }
  checkFields(act, { act: 'act', ...ACTS[name as Act['act']] }, place, complain)
}

function checkList(value: unknown, place: string, complain: Complain): readonly unknown[] {
  if (!Array.isArray(value)) throw complain(place, 'must be a list')
  return value
}

function checkFields(
  value: unknown,
  fields: Fields,
  place: string,
  complain: Complain,
): Readonly<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw complain(place, 'must be an object')
  }
  const record = value as Readonly<Record<string, unknown>>
  const inner = (name: string): string => (place === '' ? name : `${place}.${name}`)
  for (const name of Object.keys(record)) {
    if (!Object.hasOwn(fields, name)) throw complain(inner(name), 'is not known')
  }
  for (const [name, field] of Object.entries(fields)) {
    const problem = problemOf(record[name], field)
    if (problem !== null) throw complain(inner(name), problem)
  }
  return record
}

function problemOf(value: unknown, field: Field): string | null {
  if (value === undefined) return field.endsWith('?') ? null : 'is missing'
  const type = field.replace('?', '')
  if (type === 'text' && typeof value !== 'string') return 'must be text'
  if (type === 'number' && typeof value !== 'number') return 'must be a number'
  return null
}

function badScript(file: string, place: string, problem: string, cause?: unknown): RunFailure {
  const what = place === '' ? 'The script' : `The script's ${place}`
  return new RunFailure(
    { code: 'bad-input', message: `${what} ${problem}; correct it in ${file}.`, where: file },
    { cause },
  )
}
