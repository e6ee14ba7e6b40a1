import { Buffer } from 'node:buffer'
import type { Sighting } from './secret-rule.ts'

const KIND = 'a secret of this machine'

/** Where values stand that are known to be secret: as they are, within base64 of either kind, or in an address. */
export function createKnownValues(values: readonly string[]): (text: string) => readonly Sighting[] {
  const forms = [...new Set(values.flatMap(formsOf))].toSorted((one, other) => other.length - one.length)
  if (forms.length === 0) return () => []
  return (text) =>
    forms.flatMap((form) => {
      const found: Sighting[] = []
      for (let at = text.indexOf(form); at >= 0; at = text.indexOf(form, at + form.length)) {
        found.push({ start: at, end: at + form.length, kind: KIND })
      }
      return found
    })
}

function formsOf(value: string): readonly string[] {
  const encoded = [0, 1, 2].flatMap((shift) => {
    const bytes = Buffer.concat([Buffer.alloc(shift), Buffer.from(value)])
    return [inner(bytes, shift, 'base64'), inner(bytes, shift, 'base64url')]
  })
  return [value, encodeURIComponent(value), JSON.stringify(value).slice(1, -1), ...encoded]
}

/** The letters that stand for the value alone, whatever comes before and after it. */
function inner(bytes: Buffer, shift: number, encoding: 'base64' | 'base64url'): string {
  const letters = bytes.toString(encoding).replace(/=+$/, '')
  const isWhole = bytes.length % 3 === 0
  return letters.slice(shift === 0 ? 0 : shift + 1, isWhole ? undefined : -1)
}
