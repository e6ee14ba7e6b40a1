/** JSON from a stranger: `null` when it is none. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return null
  }
}

export function fieldIn(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, key)
    ? (value as Readonly<Record<string, unknown>>)[key]
    : undefined
}

export function textIn(value: unknown, key: string): string | null {
  const field = fieldIn(value, key)
  return typeof field === 'string' ? field : null
}

export function listIn(value: unknown, key: string): readonly unknown[] {
  const field = fieldIn(value, key)
  return Array.isArray(field) ? (field as readonly unknown[]) : []
}
