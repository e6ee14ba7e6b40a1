import { expect, it } from 'vitest'
import { auditSecrets } from './audit-secrets.ts'

it('P11: a secret is refused by file, line and kind', () => {
  const found = [
    { path: 'src/a\n\u202Eb.ts', line: 7, kind: 'a token of GitHub', id: '0123456789ab' },
    { path: 'x.p12', line: 0, kind: 'a store of keys', id: 'ba9876543210' },
  ]
  expect(auditSecrets(found)).toEqual([
    {
      rule: 'secret',
      path: 'src/a\n\u202Eb.ts',
      id: '0123456789ab',
      weight: 'refused',
      message:
        'src/a b.ts, line 7: this looks like a token of GitHub; no secret goes into a file: take it from the environment, or write EXAMPLE into one that is made up.',
      told: 'wrote what looks like a token of GitHub into src/a b.ts, line 7',
    },
    {
      rule: 'secret',
      path: 'x.p12',
      id: 'ba9876543210',
      weight: 'refused',
      message:
        'x.p12: this file is a store of keys; no secret goes into a file: take it from the environment, or write EXAMPLE into one that is made up.',
      told: 'brought in x.p12, which is a store of keys',
    },
  ])
})
