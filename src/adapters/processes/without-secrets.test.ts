import { expect, test } from 'vitest'
import { withoutSecrets } from './without-secrets.ts'

test.each([
  ['a header of git', '[http]\n\textraheader = AUTHORIZATION: hush\n', '[http]\n'],
  [
    'one in the line of its section',
    '[http "https://a.example"] extraheader = hush\n',
    '[http "https://a.example"]\n',
  ],
  ['one that is broken over lines', '[http]\n\textraheader = \\\n  hush\n', '[http]\n'],
  [
    'a login before a host, in the name of a section too',
    '[url "https://hush@a.example/"]\n\tinsteadOf = https://me:hush@a.example/\n',
    '[url "https://a.example/"]\n\tinsteadOf = https://a.example/\n',
  ],
  [
    'a token of a registry',
    '//a.example/:_authToken=hush\nregistry=https://a.example/\n',
    'registry=https://a.example/\n',
  ],
  ['a key that is written out', 'key="hush"\ncafile=/ca.pem\n', 'cafile=/ca.pem\n'],
  ['a login of Yarn', 'npmAuthIdent: "me:hush"\nnodeLinker: pnp\n', 'nodeLinker: pnp\n'],
  [
    'a token of Cargo',
    '[registries.a]\nindex = "https://a"\ntoken = "hush"\n',
    '[registries.a]\nindex = "https://a"\n',
  ],
])('P11: settings are shown without %s', (_, settings, shown) => {
  expect(withoutSecrets(settings)).toBe(shown)
})

test('a signature is not asked for where no key is seen, and whatever else is set stays', () => {
  const settings = '[author]\n\tname = A User\n[commit]\n\tgpgSign = true\n[alias]\n\tst = status\n'
  expect(withoutSecrets(settings)).toBe(settings.replace('\tgpgSign = true\n', ''))
})
