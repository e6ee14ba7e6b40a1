import { z } from 'zod'
import type { IsolationLevel } from '../kernel/ports/isolation.ts'
import { BUILT_IN_POLICIES } from '../policy/built-in-policies.ts'
import { standardPolicy } from '../policy/run-policy.ts'
import type { WrittenRoute } from './agent-schemas.ts'
import { routesSchema } from './agent-schemas.ts'
import { putAt, valueAt } from './at-path.ts'
import { policyValues } from './policy-values.ts'
import { group, policyName } from './value-schemas.ts'

/** The group as a file may have it: every key may be missing. */
export interface WrittenPolicy {
  readonly base?: string
  readonly isolation?: IsolationLevel
  readonly routes?: readonly WrittenRoute[]
  /** Whatever the policy of a run has, under its key in the settings. */
  readonly [key: string]: unknown
}

/** The `policy` group, complete, under the names and in the words of the file. */
export type PolicySettings = WrittenPolicy & Required<Pick<WrittenPolicy, 'base' | 'isolation' | 'routes'>>

/** Words of groups, and the keys that follow another than the one before them. */
const words = new Map(policyValues.map(({ key, words: about }) => [key.join('.'), about]))
const after = new Map([
  ['routes', 'reply-rounds'],
  ...policyValues.flatMap(({ key, after: other }) =>
    other === null ? [] : [[key.join('.'), other] as const],
  ),
])

/**
 * How the work is organised and what is done about failures: the policy of a run as settings say it. Its keys are
 * told from the schema of that policy, where no type can follow.
 */
export const policySchema = groupOf(policyShape(), []) as z.ZodType<WrittenPolicy>

function policyShape(): object {
  const shape = {
    base: policyName(BUILT_IN_POLICIES)
      .describe(
        'The policy that the other keys here change parts of: a built-in one, or the path of a policy file. Default: standard.',
      )
      .exactOptional(),
  }
  for (const { path, key, words: about, form } of policyValues) {
    if (form === null) continue
    const usual = form.toSetting(valueAt(standardPolicy, path))
    if (form.schema instanceof z.ZodType) putAt(shape, key, explained(form.schema, about, usual))
    else
      for (const [name, schema] of Object.entries(form.schema))
        putAt(shape, [...key, name], explained(schema, schema.description ?? '', valueAt(usual, [name])))
  }
  return {
    ...shape,
    routes: routesSchema('Which agent takes which task; those outside `policy` come first.'),
  }
}

function groupOf(shape: object, path: readonly string[]) {
  const followed = (name: string): string | undefined => after.get([...path, name].join('.'))
  const names = Object.keys(shape).filter((name) => followed(name) === undefined)
  for (const name of Object.keys(shape)) {
    const other = followed(name)
    if (other !== undefined) names.splice(names.indexOf(other) + 1, 0, name)
  }
  return group(Object.fromEntries(names.map((name) => [name, schemaAt(shape, [...path, name])])))
}

function schemaAt(above: object, path: readonly string[]): z.ZodType {
  const inside = valueAt(above, path.slice(-1))
  if (inside instanceof z.ZodType) return inside
  return groupOf(Object(inside), path)
    .describe(words.get(path.join('.')) ?? '')
    .exactOptional()
}

/** With the usual value at the end of the words, except where a list or a group of the user's own begins empty. */
function explained(schema: z.ZodType, about: string, usual: unknown): z.ZodType {
  const isOwn =
    schema instanceof z.ZodRecord || (schema instanceof z.ZodArray && !(schema.element instanceof z.ZodEnum))
  return schema.describe(isOwn ? about : `${about} Default: ${shown(usual)}.`).exactOptional()
}

function shown(value: unknown): string {
  if (!Array.isArray(value)) return String(value)
  return value.length === 0 ? 'none' : value.join(', ')
}
