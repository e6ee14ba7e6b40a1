import type { Json } from '../../src/kernel/json.ts'

/** The part of JSON schema that our contracts' replies use. */
interface Schema {
  readonly type?: string | readonly string[]
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly items?: Schema
  readonly anyOf?: readonly Schema[]
  readonly enum?: readonly Json[]
  readonly pattern?: string
  readonly minLength?: number
  readonly minimum?: number
  readonly maximum?: number
  readonly exclusiveMinimum?: number
  readonly minItems?: number
  readonly maxItems?: number
}

type Key = string | number

/** A reply with one thing wrong; `where` is the field that a complaint has to name. */
export interface Spoiled {
  readonly how: string
  readonly where: string
  readonly reply: Json
}

interface Place {
  readonly schema: Schema
  readonly value: Json
  readonly path: readonly Key[]
  /** The nearest choice between kinds of values: whoever judges it cannot know which one was meant. */
  readonly choice: readonly Key[] | null
  readonly mayBeNull?: boolean
}

/** Every way in which one field of a reply can be wrong by its schema. */
export function spoil(schema: object, reply: Json): readonly Spoiled[] {
  return placesOf({ schema, value: reply, path: [], choice: null }).flatMap((place) => {
    const where = (place.choice ?? place.path).join('.')
    const wrongs: readonly (readonly [string, Json | undefined])[] = [
      ...(place.path.length === 0 ? [] : wrongValues(place)),
    ]
    const missing = (place.schema.required ?? []).map((name) => ({
      how: `${[...place.path, name].join('.')} is missing`,
      where: (place.choice ?? [...place.path, name]).join('.'),
      reply: replaced(reply, [...place.path, name], undefined),
    }))
    const wrong = wrongs.map(([how, value]) => ({
      how: `${place.path.join('.')} ${how}`,
      where,
      reply: replaced(reply, place.path, value),
    }))
    return [...missing, ...wrong]
  })
}

/** The names of all fields that a reply has by its schema, or that these replies have, without their indexes. */
export function fieldsOf(schema: object, ...replies: readonly Json[]): readonly string[] {
  const named = replies.flatMap((value) => placesOf({ schema, value, path: [], choice: null }))
  return [...new Set(named.map(({ path }) => bare(path)))].toSorted()
}

export function allFields(schema: Schema, path: readonly Key[] = []): readonly string[] {
  const below = [
    ...(schema.anyOf ?? []).flatMap((each) => allFields(each, path)),
    ...Object.entries(schema.properties ?? {}).flatMap(([name, each]) => allFields(each, [...path, name])),
    ...(schema.items === undefined ? [] : allFields(schema.items, [...path, 0])),
  ]
  return [...new Set([bare(path), ...below])].toSorted()
}

function bare(path: readonly Key[]): string {
  return path.map((key) => (typeof key === 'number' ? '*' : key)).join('.')
}

function placesOf(place: Place): readonly Place[] {
  const { schema, value, path, choice } = place
  if (schema.anyOf !== undefined) {
    if (value === null) return []
    const kinds = schema.anyOf.filter(({ type }) => type !== 'null')
    const fitting = kinds.find(
      ({ type }) => type === typeOf(value) || (type === 'integer' && Number.isInteger(value)),
    )
    if (fitting === undefined) throw new Error(`Nothing at ${path.join('.')} fits.`)
    const mayBeNull = kinds.length < schema.anyOf.length
    return placesOf({
      ...place,
      schema: fitting,
      mayBeNull,
      choice: kinds.length > 1 ? (choice ?? path) : choice,
    })
  }
  if (Array.isArray(value)) {
    const items = schema.items ?? {}
    const each = (value as readonly Json[]).flatMap((item, index) =>
      placesOf({ schema: items, value: item, path: [...path, index], choice }),
    )
    return [place, ...each]
  }
  if (typeof value !== 'object' || value === null) return [place]
  const each = Object.entries(schema.properties ?? {}).flatMap(([name, part]) => {
    const inner = (value as { readonly [key: string]: Json })[name]
    return inner === undefined ? [] : placesOf({ schema: part, value: inner, path: [...path, name], choice })
  })
  return [place, ...each]
}

function typeOf(value: Json): string {
  return Array.isArray(value) ? 'array' : typeof value
}

function wrongValues({
  schema,
  value,
  mayBeNull = isNullable(schema),
}: Place): readonly (readonly [string, Json])[] {
  const { minimum = -Infinity, maximum = Infinity, exclusiveMinimum = -Infinity } = schema
  const isWord = typeof value === 'number' || typeof value === 'boolean'
  return [
    ['is of another type', isWord ? 'perhaps' : 7],
    ...(isWord ? [['is in quotes', String(value)] as const] : []),
    ...(mayBeNull ? [] : [['is null', null] as const]),
    ...(schema.enum === undefined ? [] : [['is a word nobody knows', 'no-such-word'] as const]),
    ...(schema.pattern === undefined ? [] : [['has another form', ' ? '] as const]),
    ...((schema.minLength ?? 0) > 0 ? [['is empty', ''] as const] : []),
    ...(isBound(minimum) ? [['is too small', minimum - 1] as const] : []),
    ...(isBound(exclusiveMinimum) ? [['is too small', exclusiveMinimum] as const] : []),
    ...(isBound(maximum) ? [['is too large', maximum + 1] as const] : []),
    ...(schema.type === 'integer' ? [['is no whole number', 0.5] as const] : []),
    ...((schema.minItems ?? 0) > 0 ? [['has too few', []] as const] : []),
    ...(schema.maxItems === undefined || !Array.isArray(value)
      ? []
      : [['has too many', Array<Json>(schema.maxItems + 1).fill(value[0] ?? 'x')] as const]),
  ]
}

function isNullable({ type }: Schema): boolean {
  return Array.isArray(type) && type.includes('null')
}

function isBound(value: number): boolean {
  return Math.abs(value) < Number.MAX_SAFE_INTEGER
}

/** A copy with another value at one place, or with none. */
function replaced(root: Json, [key, ...rest]: readonly Key[], value: Json | undefined): Json {
  if (key === undefined) return value ?? null
  const inner = (root as { readonly [key: Key]: Json })[key] ?? null
  const next = rest.length === 0 ? value : replaced(inner, rest, value)
  if (Array.isArray(root)) return root.map((each: Json, index) => (index === key ? (next ?? null) : each))
  const { [key]: _, ...others } = root as { readonly [key: Key]: Json }
  return next === undefined ? others : { ...others, [key]: next }
}
