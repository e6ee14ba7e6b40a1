import { expect, test } from 'vitest'
import { writtenWords } from './written-words.ts'

test.each([
  ['one by its path', ['docs/PRD.yaml'], 'wrote docs/PRD.yaml'],
  ['several by their folder', ['a/b/one.md', 'a/b/c/two.md'], 'wrote 2 files in a/b/: one.md, c/two.md'],
  ['what lies apart by paths', ['.gitignore', 'a/one.md'], 'wrote 2 files: .gitignore, a/one.md'],
  ['the same one once', ['a/one.md', 'a/one.md'], 'wrote a/one.md'],
  [
    'many by their number',
    ['1', '2', '3', '4', '5', '6', '7', '8'].map((name) => `a/${name}`),
    'wrote 8 files in a/: 1, 2, 3, 4, 5, 6 and 2 more',
  ],
  ['nothing of what only keeps a folder', ['a/.gitkeep'], null],
])('P6: files that were written are told of together: %s', (_what, paths, words) => {
  expect(writtenWords(paths)).toBe(words)
})
