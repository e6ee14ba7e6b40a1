import { asList, asNumber, asRecord, asText, type JsonRecord } from '../../../kernel/untrusted-json.ts'

const KIND_WORDS = /^(allow|approve|approved|low|safe|yes|ok|none|accept|proceed)$/i
const HARSH_NAMES = /block|deny|denied|reject|unsafe|danger|harm|malicious|refus/i

/** The kindest value that fits a JSON schema: asked whether something is allowed, it says so. */
export function fillSchema(schema: JsonRecord, name = ''): unknown {
  const choices = asList(schema['enum'])
  if (choices.length > 0) {
    return choices.find((choice) => KIND_WORDS.test(asText(choice) ?? '')) ?? choices[0]
  }
  if ('const' in schema) return schema['const']
  const [first] = [...asList(schema['anyOf']), ...asList(schema['oneOf']), ...asList(schema['allOf'])]
  if (first !== undefined) return fillSchema(asRecord(first), name)
  switch (asText(schema['type']) ?? asText(asList(schema['type'])[0]) ?? 'object') {
    case 'string':
    case 'STRING':
      return name.toLowerCase().includes('title') ? 'A title' : 'Scripted'
    case 'boolean':
    case 'BOOLEAN':
      return !HARSH_NAMES.test(name)
    case 'number':
    case 'integer':
    case 'NUMBER':
    case 'INTEGER':
      return asNumber(schema['minimum']) ?? 0
    case 'array':
    case 'ARRAY':
      return asNumber(schema['minItems']) === null ? [] : [fillSchema(asRecord(schema['items']), name)]
    case 'null':
      return null
    default:
      return fillRequired(schema, {})
  }
}

/** What was chosen, and a value for everything else that a schema requires. */
export function fillRequired(schema: JsonRecord, chosen: JsonRecord): JsonRecord {
  const properties = asRecord(schema['properties'])
  const missing = asList(schema['required'])
    .flatMap((name) => asText(name) ?? [])
    .filter((name) => !Object.hasOwn(chosen, name))
  return {
    ...chosen,
    ...Object.fromEntries(missing.map((name) => [name, fillSchema(asRecord(properties[name]), name)])),
  }
}
