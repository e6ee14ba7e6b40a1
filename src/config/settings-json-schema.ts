import { z } from 'zod'
import type { Json } from '../kernel/json.ts'
import { settingsSchema } from './settings-schema.ts'

/** The schema of tutti.yaml for editors, in the draft that YAML language servers know best. */
export function settingsJsonSchema(): Json {
  return z.toJSONSchema(settingsSchema, { target: 'draft-7', io: 'input' }) as Json
}
