type Group = { [key: string]: unknown }

/** What stands at a path; `undefined` where nothing does. */
export function valueAt(root: unknown, path: readonly string[]): unknown {
  let here = root
  for (const key of path) {
    if (typeof here !== 'object' || here === null || !Object.hasOwn(here, key)) return undefined
    here = (here as Readonly<Group>)[key]
  }
  return here
}

/** Puts a value there, in groups that are made on the way. */
export function putAt(root: Group, path: readonly string[], value: unknown): void {
  const [key = '', ...rest] = path
  if (rest.length === 0) root[key] = value
  else putAt((root[key] ??= {}) as Group, rest, value)
}
