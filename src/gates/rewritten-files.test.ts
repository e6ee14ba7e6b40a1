import { describe, expect, it } from 'vitest'
import type { WrittenFile } from '../kernel/ports/workspaces.ts'
import { tellRewritten } from './rewritten-files.ts'

const other = (path: string): WrittenFile => ({ path, as: 'other' })
const same = (path: string): WrittenFile => ({ path, as: 'same' })

describe('files that a gate writes', () => {
  it('P2: are named, those that have changed first', () => {
    expect(tellRewritten('npm test', [same('a.js'), other('src/price.js')], [])).toBe(
      '`npm test` changed src/price.js while it ran; what was proven is not what was committed.',
    )
    expect(tellRewritten('npm test', [same('a.js')], [])).toBe(
      '`npm test` wrote to a.js while it ran and put that back; what was proven is not what was committed.',
    )
    expect(tellRewritten('x', ['a', 'b', 'c', 'd'].map(other), [])).toContain(
      'changed a, b, c and 1 more while',
    )
  })

  it.each<[string, WrittenFile, readonly string[], boolean]>([
    ['one that it changes on the base', other('dist/a.js'), ['dist/a.js'], true],
    ['another one beside it', other('dist/b.js'), ['dist/a.js'], false],
    ['one beside it that is the same again', same('dist/b.js'), ['dist/a.js'], true],
    ['one below it that is the same again', same('dist/deep/b.js'), ['dist/a.js'], true],
    ['one in another folder', same('src/b.js'), ['dist/a.js'], false],
    ['one in a folder of like name', same('dist2/b.js'), ['dist/a.js'], false],
    ['one beside a file of the root', same('b.js'), ['a.js'], false],
    ['one below a file of the root', same('src/b.js'), ['a.js'], false],
  ])('P2: %s', (_, file, onBase, passes) => {
    expect(tellRewritten('test', [file], onBase) === null).toBe(passes)
  })
})
