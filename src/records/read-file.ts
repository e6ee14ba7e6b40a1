import type { z } from 'zod'
import { readDocument, refuseDocument } from '../config/read-document.ts'

/** Reads one of a process's files, YAML or JSON. Throws `bad-input` that names the file, the line and what is wrong. */
export function readFile<T>(schema: z.ZodType<T>, path: string, text: string): T {
  const document = readDocument(text, path)
  const parsed = schema.safeParse(document.value)
  if (parsed.success) return parsed.data
  throw refuseDocument(
    path,
    parsed.error.issues.map((issue) => {
      const keys = issue.path.map(String)
      const isMissing = issue.code === 'invalid_type' && issue.message.endsWith(' undefined')
      const name = keys.length === 0 ? 'the file' : `\`${keys.join('.')}\``
      const expected = issue.message.replace(/^Invalid \w+: /, '')
      const said = isMissing ? `${name} is missing` : `${name} does not fit: ${expected}`
      return { ...document.placeOf(keys, 'value'), text: said }
    }),
  )
}
