export type JsonRecord = Readonly<Record<string, unknown>>

/** Reads what an agent sent without believing its shape: what does not fit is empty or `null`. */
export function asRecord(value: unknown): JsonRecord {
  return isJsonRecord(value) ? value : {}
}

export function isJsonRecord(value: unknown): value is JsonRecord {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

export function asText(value: unknown): string | null {
  return typeof value === 'string' ? value : null
}

export function asNumber(value: unknown): number | null {
  return typeof value === 'number' && Number.isFinite(value) ? value : null
}

export function asList(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}
