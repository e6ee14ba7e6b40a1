import { expect, it } from 'vitest'
import { isArchitectural } from './is-architectural.ts'

const before = ['src/a/one.ts', 'src/b/two.ts', 'package.json']

it.each([
  ['an edit of code', 'src/a/one.ts', before, false],
  ['a new file in a folder that is there', 'src/a/new.ts', [...before, 'src/a/new.ts'], false],
  ['a deep new folder', 'src/a/x/y.ts', [...before, 'src/a/x/y.ts'], false],
  ['a new folder', 'src/c/new.ts', [...before, 'src/c/new.ts'], true],
  ['a folder that is gone', 'src/b/two.ts', ['src/a/one.ts', 'package.json'], true],
  ['a manifest', 'package.json', before, true],
  ['a manifest of a part', 'parts/x/Cargo.toml', before, true],
  ['an interface', 'api/openapi.v2.yaml', before, true],
  ['how it is built', '.github/workflows/ci.yml', before, true],
  ['a file that only sounds like one', 'src/a/package.json.ts', before, false],
])('%s', (_title, path, after, expected) => {
  expect(isArchitectural([{ path, kind: 'modified' }], before, after)).toBe(expected)
})
