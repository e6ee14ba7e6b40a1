import { z } from 'zod'
import { runPolicySchema } from '../policy/run-policy.ts'
import { settingForms } from '../policy/value-schemas.ts'
import type { ValueForm } from './value-forms.ts'
import { valueForms } from './value-forms.ts'

/** One value of the policy, or a group of them, as settings have it. */
export interface PolicyValue {
  /** Where it stands in a run's policy. */
  readonly path: readonly string[]
  /** Where it stands under `policy` in the settings. */
  readonly key: readonly string[]
  /** The key of its group that it follows there; `null`: the one before it. */
  readonly after: string | null
  readonly words: string
  /** `null`: it is a group, and its values stand by themselves. */
  readonly form: ValueForm | null
}

/** Everything of the policy that is a key of `policy`, in the order of the schema. */
export const policyValues: readonly PolicyValue[] = [...valuesIn(runPolicySchema, [], [])]

function* valuesIn(
  schema: unknown,
  path: readonly string[],
  above: readonly string[],
): Generator<PolicyValue> {
  if (!(schema instanceof z.ZodType)) return
  const { key: own, after = null, as } = settingForms.get(schema) ?? {}
  if (own === null) return
  const key =
    own === undefined ? [...above, ...path.slice(-1).map(kebabCase)] : own.split('.').filter(Boolean)
  const bare = bareOf(schema)
  const about = { path, key, after, words: schema.description ?? '' }
  if (as !== undefined) yield { ...about, form: valueForms[as] }
  else if (!(bare instanceof z.ZodObject)) yield { ...about, form: asItIs(bare) }
  else {
    yield { ...about, form: null }
    for (const [name, inside] of Object.entries(bare.shape)) yield* valuesIn(inside, [...path, name], key)
  }
}

function asItIs(schema: z.ZodType): ValueForm {
  return { schema, toSetting: (value) => value, fromSetting: (written) => written }
}

/** Without what only says that it has a default, and that nobody changes it. */
function bareOf(schema: z.ZodType): z.ZodType {
  const isWrapped =
    schema instanceof z.ZodDefault || schema instanceof z.ZodPrefault || schema instanceof z.ZodReadonly
  const inside: unknown = isWrapped ? schema.unwrap() : null
  return inside instanceof z.ZodType ? bareOf(inside) : schema
}

function kebabCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
}
