import type { ProgramProfile } from './program-profile.ts'

/** Whether a variable of the environment is this program's own, its credentials included. */
export function isOwnVariable(name: string, { variables }: Pick<ProgramProfile, 'variables'>): boolean {
  return variables.some((pattern) => matches(name, pattern))
}

/** `*` stands for any letters, none included. */
function matches(name: string, pattern: string): boolean {
  const [first = '', ...rest] = pattern.split('*')
  const last = rest.pop()
  if (last === undefined) return name === pattern
  if (!name.startsWith(first)) return false
  let from = first.length
  for (const part of rest) {
    const found = name.indexOf(part, from)
    if (found === -1) return false
    from = found + part.length
  }
  return name.length - last.length >= from && name.endsWith(last)
}
