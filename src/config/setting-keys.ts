import { z } from 'zod'
import { settingsSchema } from './settings-schema.ts'

/** The schema of the value at a path, through groups, named groups and lists; `null` where nothing may stand. */
export function schemaAt(path: readonly string[]): z.ZodType | null {
  let here: unknown = settingsSchema
  for (const key of path) here = child(here, key)
  return here instanceof z.ZodType ? here : null
}

/** The keys that the schema names for the group at a path; empty where the user chooses them. */
export function keysAt(path: readonly string[]): readonly string[] {
  const shape = shapeOf(schemaAt(path))
  return shape === null ? [] : Object.keys(shape)
}

/** The dotted keys of all single values; the only ones that a variable can give. */
export function scalarKeys(): readonly string[] {
  return leafKeys([]).filter((key) => isScalar(schemaAt(key.split('.'))))
}

/** The dotted keys under which values are chosen between sources; named groups stand for their members. */
export function leafKeys(path: readonly string[]): readonly string[] {
  const keys = keysAt(path)
  if (keys.length === 0) return [path.join('.')]
  return keys.flatMap((key) => leafKeys([...path, key]))
}

/** Whether the user chooses the keys at a path, so that its members are chosen by name. */
export function isNamedGroup(path: readonly string[]): boolean {
  return schemaAt(path) instanceof z.ZodRecord
}

function child(schema: unknown, key: string): unknown {
  const shape = shapeOf(schema)
  if (shape !== null) return bare(shape[key])
  if (schema instanceof z.ZodRecord) return bare(schema.valueType)
  if (schema instanceof z.ZodArray) return bare(schema.element)
  return null
}

function shapeOf(schema: unknown): Readonly<Record<string, unknown>> | null {
  if (schema instanceof z.ZodObject) return schema.shape
  if (!(schema instanceof z.ZodUnion)) return null
  const option = schema.options.find((each) => each instanceof z.ZodObject)
  return option instanceof z.ZodObject ? option.shape : null
}

function isScalar(schema: unknown): boolean {
  if (schema instanceof z.ZodUnion) return schema.options.every(isScalar)
  return (
    schema instanceof z.ZodString ||
    schema instanceof z.ZodNumber ||
    schema instanceof z.ZodBoolean ||
    schema instanceof z.ZodLiteral ||
    schema instanceof z.ZodEnum
  )
}

function bare(schema: unknown): unknown {
  return schema instanceof z.ZodExactOptional ? schema.unwrap() : schema
}
