/** As much of a JSON schema as says which keys may stand where. */
interface KeySchema {
  readonly properties?: Readonly<Record<string, KeySchema>>
  readonly items?: KeySchema
  readonly anyOf?: readonly KeySchema[]
}

export interface UnknownKey {
  readonly path: readonly (string | number)[]
  readonly key: string
  /** The keys that may stand there. */
  readonly known: readonly string[]
}

/** Keys that a schema does not name, in the order of the value; values where it names none are passed over. */
export function unknownKeys(value: unknown, schema: KeySchema): readonly UnknownKey[] {
  const found: UnknownKey[] = []
  const visit = (here: unknown, at: KeySchema | undefined, path: readonly (string | number)[]): void => {
    const { properties, items } = at?.anyOf?.find((each) => each.properties !== undefined) ?? at ?? {}
    if (Array.isArray(here)) {
      for (const [index, item] of here.entries()) visit(item, items, [...path, index])
    } else if (typeof here === 'object' && here !== null && properties !== undefined) {
      for (const [key, inside] of Object.entries(here)) {
        if (Object.hasOwn(properties, key)) visit(inside, properties[key], [...path, key])
        else found.push({ path: [...path, key], key, known: Object.keys(properties) })
      }
    }
  }
  visit(value, schema, [])
  return found
}
