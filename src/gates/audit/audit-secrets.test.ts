import { describe, expect, it } from 'vitest'
import { auditSecrets } from './audit-secrets.ts'

const file = (after: string, before: string | null = null) => ({
  path: 'a.ts',
  kind: 'modified' as const,
  before,
  after,
  opaque: false,
  modeChanged: false,
})

describe('secrets in a change', () => {
  it.each([
    ['-----BEGIN RSA PRIVATE', ' KEY-----'],
    ['AKIA', 'ABCDEFGHIJKLMNOP'],
    ['ghp_', 'a'.repeat(36)],
    ['xoxb-', '1234567890-abcdefghijkl'],
    ['sk_live_', 'a'.repeat(24)],
    ['AIza', 'a'.repeat(35)],
  ])('are refused: %s', (...parts) => {
    expect(auditSecrets([file(`const key = '${parts.join('')}'`)])).toMatchObject([
      { rule: 'secret', weight: 'refused' },
    ])
  })

  it.each(['const key = process.env.KEY', 'sk_test_abc', 'AKIA is how they begin', 'password: ""'])(
    'are not seen in: %s',
    (text) => {
      expect(auditSecrets([file(text)])).toEqual([])
    },
  )

  it('that were there before are not the doing of the change', () => {
    const key = `AKIA${'ABCDEFGHIJKLMNOP'}`
    expect(auditSecrets([file(`${key}\nmore`, key)])).toEqual([])
  })
})
