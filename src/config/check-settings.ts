import type { z } from 'zod'
import { valueAt } from './at-path.ts'
import { nearestWord } from './nearest-word.ts'
import { keysAt, leafKeys } from './setting-keys.ts'
import type { WrittenPolicy } from './policy-schema.ts'
import { policySchema } from './policy-schema.ts'
import type { WrittenSettings } from './settings-schema.ts'
import { settingsSchema } from './settings-schema.ts'

/** More wrong keys than this in one group are not a person's mistakes, and take long to describe. */
const MOST_KEYS = 100

export interface SettingProblem {
  readonly path: readonly string[]
  /** Whether the key itself is wrong, or what it holds. */
  readonly on: 'key' | 'value'
  /** One sentence without its place, which only the caller knows. */
  readonly text: string
}

/** Judges a value of unknown origin. Contract: there are settings only when there are no problems. */
export function checkSettings(value: unknown): Checked<WrittenSettings> {
  return check(settingsSchema, [], value)
}

/** As much for what stands in a policy file: the group `policy` by itself. */
export function checkPolicy(value: unknown): Checked<WrittenPolicy> {
  return check(policySchema, ['policy'], value)
}

type Checked<T> =
  | { readonly settings: T; readonly problems: readonly [] }
  | { readonly settings: null; readonly problems: readonly SettingProblem[] }

function check<T>(schema: z.ZodType<T>, at: readonly string[], value: unknown): Checked<T> {
  const checked = schema.safeParse(value)
  if (checked.success) return { settings: checked.data, problems: [] }
  const problems = checked.error.issues.flatMap((issue) => describeIssue(issue, value, [], at))
  return { settings: null, problems }
}

/** `at` is where the whole value stands among the settings; problems name their keys as the file has them. */
function describeIssue(
  issue: z.core.$ZodIssue,
  root: unknown,
  above: readonly string[],
  at: readonly string[],
): SettingProblem[] {
  const path = [...above, ...issue.path.map(String)]
  if (issue.code === 'unrecognized_keys') {
    return issue.keys
      .slice(0, MOST_KEYS)
      .map((key) => ({ path: [...path, key], on: 'key', text: unknownKey(key, path, at) }))
  }
  if (issue.code === 'invalid_key') {
    const expected = issue.issues[0]?.message ?? issue.message
    return [{ path, on: 'key', text: `\`${shorten(path.at(-1) ?? '')}\` ${expected}` }]
  }
  const found = valueAt(root, path)
  if (issue.code === 'invalid_union') {
    const closest = issue.errors.find((errors) => errors.every((each) => isWithin(each)))
    if (closest !== undefined && found !== null && !isEmptyList(found)) {
      return closest.flatMap((each) => describeIssue(each, root, path, at))
    }
  }
  if (found === undefined) {
    return [
      { path: path.slice(0, -1), on: 'key', text: `${named(path.slice(0, -1))} needs \`${path.at(-1)}\`` },
    ]
  }
  if (found === null) {
    return [{ path, on: 'key', text: `${named(path)} is empty; give it a value or remove it` }]
  }
  const instead = issue.message.startsWith('must be') ? `, not ${shown(found, path)}` : ''
  const on = issue.message.startsWith('needs') ? 'key' : 'value'
  return [{ path, on, text: `${named(path)} ${issue.message}${instead}` }]
}

/** Whether a union's option has the right kind of value, so that its own complaint is the useful one. */
function isWithin(issue: z.core.$ZodIssue): boolean {
  return issue.path.length > 0 || (issue.code !== 'invalid_type' && issue.code !== 'invalid_value')
}

function unknownKey(key: string, path: readonly string[], at: readonly string[]): string {
  const known = keysAt([...at, ...path])
  const near = nearestWord(key, known)
  if (near !== null) return `unknown key \`${key}\`; did you mean \`${near}\`?`
  const elsewhere = leafKeys(at)
    .map((leaf) => leaf.split('.').slice(at.length).join('.'))
    .find((leaf) => leaf === key || leaf.endsWith(`.${key}`))
  if (path.length === 0 && elsewhere?.includes('.') === true) {
    const groups = elsewhere.split('.')
    const last = groups.pop() ?? ''
    return `unknown key \`${key}\`; write \`${last}\` inside \`${groups.join('.')}\``
  }
  const where = path.length === 0 ? 'the keys are' : `${named(path)} takes`
  return `unknown key \`${shorten(key)}\`; ${where} ${known.join(', ')}`
}

function named(path: readonly string[]): string {
  return path.length === 0 ? 'the file' : `\`${path.join('.')}\``
}

/** Values of environment variables may be secrets: they are never repeated. */
function shown(value: unknown, path: readonly string[]): string {
  if (isEmptyList(value)) return 'an empty list'
  if (Array.isArray(value)) return 'a list'
  if (typeof value === 'object') return 'a group of keys'
  if (path.includes('env')) return `a ${typeof value}`
  return typeof value === 'string' ? `\`${shorten(value)}\`` : `${value as number | boolean}`
}

function isEmptyList(value: unknown): boolean {
  return Array.isArray(value) && value.length === 0
}

function shorten(text: string): string {
  return text.length <= 40 ? text : `${text.slice(0, 40)}…`
}
