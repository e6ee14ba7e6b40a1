/** Any part of a value; a list is all of it. */
export type Differences<T> = T extends readonly unknown[]
  ? T
  : T extends object
    ? { readonly [Key in keyof T]?: Differences<T[Key]> }
    : T

/** A value with others in some places: groups are gone into, lists are replaced. */
export function withDifferences(base: unknown, differences: unknown): unknown {
  if (!isGroup(base) || !isGroup(differences)) return differences
  const changed = Object.entries(differences).map(
    ([key, value]) => [key, Object.hasOwn(base, key) ? withDifferences(base[key], value) : value] as const,
  )
  return { ...base, ...Object.fromEntries(changed) }
}

function isGroup(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
