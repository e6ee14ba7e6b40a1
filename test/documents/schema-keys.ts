interface Schema {
  readonly properties?: Readonly<Record<string, Schema>>
  readonly additionalProperties?: Schema | boolean
  readonly items?: Schema | readonly Schema[]
  readonly anyOf?: readonly Schema[]
}

/** Every key of a JSON schema as documents write it: `limits.turns`, `agents.<name>.env`, `verify[].name`. */
export function schemaKeys(schema: Schema, path = ''): readonly string[] {
  return [schema, ...(schema.anyOf ?? [])].flatMap((each) => [
    ...Object.entries(each.properties ?? {}).flatMap(([key, value]) => {
      const inner = path === '' ? key : `${path}.${key}`
      return [inner, ...schemaKeys(value, inner)]
    }),
    ...(typeof each.additionalProperties === 'object'
      ? schemaKeys(each.additionalProperties, `${path}.<name>`)
      : []),
    ...[each.items ?? []].flat().flatMap((item) => schemaKeys(item, `${path}[]`)),
  ])
}
