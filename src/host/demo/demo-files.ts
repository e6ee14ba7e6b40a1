/** What the demo's agents write. */
export const demoFiles = {
  'src/slug.js': `import { words } from './words.js'

/** A text as part of a URL: small letters, digits and hyphens. */
export function slug(text) {
  const plain = text.normalize('NFKD').replaceAll(/\\p{M}/gu, '')
  return words(plain)
    .map((word) => word.toLowerCase().replaceAll(/[^a-z0-9]/g, ''))
    .filter((word) => word !== '')
    .join('-')
}
`,
  'test/slug.test.js': `import assert from 'node:assert/strict'
import { test } from 'node:test'
import { slug } from '../src/slug.js'

test('joins words with hyphens', () => {
  assert.equal(slug('Hello, wide World!'), 'hello-wide-world')
})

test('drops accents', () => {
  assert.equal(slug('Crème brûlée'), 'creme-brulee')
})
`,
  'src/title.js': `const small = new Set(['a', 'an', 'and', 'of', 'or', 'the', 'to', 'in'])

/** A text in title case; small words stay small, except the first. */
export function title(text) {
  return text
    .split(' ')
    .map((word, index) => (index > 0 && small.has(word.toLowerCase()) ? word.toLowerCase() : capital(word)))
    .join(' ')
}

function capital(word) {
  return word.charAt(0).toUpperCase() + word.slice(1)
}
`,
  'test/title.test.js': `import assert from 'node:assert/strict'
import { test } from 'node:test'
import { title } from '../src/title.js'

test('capitalises words but not the small ones', () => {
  assert.equal(title('the art of war'), 'The Art of War')
})
`,
  'src/excerpt.js': `/** The beginning of a text, cut at the last space before the limit. */
export function excerpt(text, limit = 80) {
  if (text.length <= limit) return text
  const cut = text.lastIndexOf(' ', limit)
  return \`\${text.slice(0, cut === -1 ? limit : cut)}…\`
}
`,
  'test/excerpt.test.js': `import assert from 'node:assert/strict'
import { test } from 'node:test'
import { excerpt } from '../src/excerpt.js'

test('leaves a short text alone', () => {
  assert.equal(excerpt('short', 10), 'short')
})

test('cuts at the last space before the limit', () => {
  assert.equal(excerpt('one two three four', 12), 'one two…')
})
`,
  'src/reading-time.js': `import { words } from './words.js'

/** Minutes that a text takes to read, at least one. */
export function readingTime(text, wordsPerMinute = 230) {
  return Math.max(1, Math.ceil(words(text).length / wordsPerMinute))
}
`,
  'test/reading-time.test.js': `import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readingTime } from '../src/reading-time.js'

test('counts minutes and never says zero', () => {
  assert.equal(readingTime(''), 1)
  assert.equal(readingTime('word '.repeat(500), 250), 2)
})
`,
  'src/index.js': `export { excerpt } from './excerpt.js'
export { readingTime } from './reading-time.js'
export { slug } from './slug.js'
export { title } from './title.js'
export { words } from './words.js'
`,
  'test/index.test.js': `import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as library from '../src/index.js'

test('exports every function', () => {
  assert.deepEqual(Object.keys(library).sort(), ['excerpt', 'readingTime', 'slug', 'title', 'words'])
})
`,
  'bin/text-tools.js': `#!/usr/bin/env node
import * as library from '../src/index.js'

const [command, ...rest] = process.argv.slice(2)
const act = library[command ?? '']
if (typeof act !== 'function') {
  console.error(\`Use: text-tools \${Object.keys(library).join(' | ')} TEXT\`)
  process.exitCode = 2
} else {
  const result = act(rest.join(' '))
  console.log(Array.isArray(result) ? result.join('\\n') : String(result))
}
`,
  'test/command-line.test.js': `import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { test } from 'node:test'

const run = (...args) => spawnSync(process.execPath, ['bin/text-tools.js', ...args], { encoding: 'utf8' })

test('runs a function by name', () => {
  assert.equal(run('slug', 'Hello', 'World').stdout, 'hello-world\\n')
})

test('says what it can do', () => {
  const { status, stderr } = run('nonsense')
  assert.equal(status, 2)
  assert.match(stderr, /slug/)
})
`,
  'README.md': `# text-tools

Small functions for text.

- \`words(text)\` splits a text into words.
- \`slug(text)\` makes a part of a URL.
- \`title(text)\` puts a text in title case.
- \`excerpt(text, limit)\` cuts a text at a word boundary.
- \`readingTime(text)\` says how many minutes it takes to read.

On the command line: \`node bin/text-tools.js slug "Hello World"\`.
`,
} as const
