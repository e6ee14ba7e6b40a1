import { expect, test } from 'vitest'
import { wrapWords } from './wrap-words.ts'

test.each([
  ['fits', 'one two', 7, 'one two'],
  ['breaks between words', 'one two three', 8, 'one two\n  three'],
  ['leaves a word that is too long where it stands', 'a 1234567890 b', 6, 'a 1234567890\n  b'],
  [
    'counts cells, not letters or colours',
    '日本 \u001B[31m日本\u001B[39m',
    9,
    '日本 \u001B[31m日本\u001B[39m',
  ],
  ['keeps the indent that is there', '    open  one two', 13, '    open  one\n  two'],
  ['keeps the lines that are there, indented', 'one:\ntwo three\nfour', 8, 'one:\n  two\n  three\n  four'],
  ['leaves what the same speaker says in line', '[x] one\n[x] two\n[x]', 8, '[x] one\n[x] two\n[x]'],
  ['indents what another says', '[x] one\n[y] two', 12, '[x] one\n  [y] two'],
  ['never breaks without a width', 'one two', Infinity, 'one two'],
])('%s', (_what, text, cells, wrapped) => {
  expect(wrapWords(text, cells)).toBe(wrapped)
})
