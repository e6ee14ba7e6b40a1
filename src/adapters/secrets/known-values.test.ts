import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { createSecrets } from './create-secrets.ts'

const added = (after: string) => [{ path: 'src/a.ts', kind: 'added' as const, before: null, after }]

describe('P11: a secret of this machine', () => {
  const value = `Xy${randomUUID().slice(0, 12)}!"\\ü`
  const known = createSecrets({ known: [value] })

  const ways: readonly { readonly how: string; readonly write: (text: string) => string }[] = [
    { how: 'as it is', write: (text) => text },
    { how: 'in an address', write: encodeURIComponent },
    { how: 'in JSON', write: (text) => JSON.stringify(text) },
    { how: 'in base64 for addresses', write: (text) => Buffer.from(text).toString('base64url') },
    ...[0, 1, 2].map((shift) => ({
      how: `in base64, ${shift} letters on`,
      write: (text: string) => Buffer.from(`${'-'.repeat(shift)}${text}-tail`).toString('base64'),
    })),
  ]

  it.each(ways)('is found and taken out $how', async ({ write }) => {
    const text = `it says ${write(value)} here`
    expect(known.withoutKnown(text)).toContain('[a secret of this machine was here]')
    expect(await known.redact(text)).not.toContain(write(value).slice(3, -3))
    expect(await known.find(added(text))).toMatchObject([{ kind: 'a secret of this machine', line: 1 }])
  })

  it('is not seen where it is not', async () => {
    const text = `${randomUUID()} ${value.slice(0, 8)}`
    expect(known.withoutKnown(text)).toBe(text)
    expect(await known.redact(text)).toBe(text)
  })
})
