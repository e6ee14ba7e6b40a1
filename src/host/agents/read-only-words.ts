import type { Arrangement } from '../../profiles/arrangement.ts'

/** How a program is kept from changing anything, in a few words. */
export function readOnlyWords(read: Arrangement, asks: boolean): string {
  if (read.mode !== undefined) return `mode ${read.mode}`
  const set = Object.entries(read.variables ?? {}).map(([name, value]) => `${name}=${value}`)
  const told = [...set, ...(read.arguments ?? [])]
  if (told.length > 0) return told.join(' ')
  return asks ? 'permission refused' : 'confined by Tutti'
}
