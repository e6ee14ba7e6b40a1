import { createHash } from 'node:crypto'

const PLAIN = /^[A-Za-z0-9_][A-Za-z0-9_-]{0,63}$/

/**
 * A name that is one folder and one ref component. Contract: two different names never give the same result
 * (a changed one ends in `+` and a hash, which no unchanged one can hold), and none leaves its folder.
 */
export function safeName(name: string): string {
  if (PLAIN.test(name)) return name
  const readable = name.replaceAll(/[^A-Za-z0-9_]+/g, '-').replaceAll(/^-+|-+$/g, '')
  const hash = createHash('sha256').update(name).digest('hex').slice(0, 16)
  return `${readable.slice(0, 40) || 'x'}+${hash}`
}
