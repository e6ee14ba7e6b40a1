import { expect, it } from 'vitest'
import { changeOf } from './read-change.ts'

const file = {
  path: 'a.ts',
  kind: 'modified',
  before: 'one\ntwo\nthree\n',
  after: 'one\n2\nthree\nfour\n',
  opaque: false,
  modeChanged: false,
} as const

it('shows what went and what came, by the line where it stands now', () => {
  expect(changeOf([file])).toEqual({
    files: [{ path: 'a.ts', kind: 'modified', lines: 4 }],
    diff: '=== a.ts (modified)\n@@ line 2\n-two\n+2\n@@ line 4\n+four',
  })
})

it('shows no file that is no text, and says what was too long to show', () => {
  const binary = { ...file, path: 'b.png', before: null, after: null, opaque: true }
  const long = { ...file, path: 'c.txt', before: null, after: 'x'.repeat(300_000) }
  const { diff, files } = changeOf([binary, long, file])
  expect(diff).toBe('=== b.png (modified)\n(not text)\n\n(left out because it is too long: c.txt, a.ts)')
  expect(files.map(({ path }) => path)).toEqual(['b.png', 'c.txt', 'a.ts'])
})
