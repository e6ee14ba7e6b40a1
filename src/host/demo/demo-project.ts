/** The files of the demo's project: a small library with tests of its own and no dependency. */
export const demoProject: Readonly<Record<string, string>> = {
  'package.json': `${JSON.stringify(
    {
      name: 'text-tools',
      version: '1.0.0',
      private: true,
      type: 'module',
      exports: './src/index.js',
      scripts: { test: 'node --test' },
    },
    null,
    2,
  )}\n`,
  'README.md': '# text-tools\n\nSmall functions for text.\n\n- `words(text)` splits a text into words.\n',
  'src/index.js': "export { words } from './words.js'\n",
  'src/words.js': `/** Splits a text into words; punctuation around them is dropped. */
export function words(text) {
  return text.match(/[\\p{L}\\p{N}]+(?:['’][\\p{L}]+)?/gu) ?? []
}
`,
  'test/words.test.js': `import assert from 'node:assert/strict'
import { test } from 'node:test'
import { words } from '../src/words.js'

test('splits at spaces and punctuation', () => {
  assert.deepEqual(words('Hello, wide world!'), ['Hello', 'wide', 'world'])
})

test('keeps apostrophes inside a word', () => {
  assert.deepEqual(words("It's fine"), ["It's", 'fine'])
})
`,
}

export const demoObjective =
  'Add slugs, titles, excerpts and reading times to the library, make a command line for them, and document every function'
