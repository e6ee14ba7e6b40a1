import { describe, expect, it } from 'vitest'
import { findLostHunks } from './find-lost-hunks.ts'

type Paths = Readonly<Record<string, string | null>>

function messages(base: Paths, ours: Paths, theirs: Paths, result: Paths): readonly string[] {
  const files = (paths: Paths) => new Map(Object.entries(paths))
  const merged = { base: files(base), ours: files(ours), theirs: files(theirs), result: files(result) }
  return findLostHunks(merged).map(({ message }) => message)
}

const missing = (path: string, line: string, side: string) =>
  `${path}: \`${line}\`, which ${side} brought in, is missing after the merge; bring it back.`
const returned = (path: string, line: string, side: string) =>
  `${path}: \`${line}\`, which ${side} removed, is back after the merge; remove it.`

function one(base: string | null, ours: string | null, theirs: string | null, result: string | null) {
  return messages({ a: base }, { a: ours }, { a: theirs }, { a: result })
}

const base = 'one\ntwo\nthree\nfour\nfive\n'

describe('a file that both sides changed at different places', () => {
  const ours = base.replace('one\n', 'one\nfirst\n')
  const theirs = base.replace('five\n', '')
  it.each<[string, string | null, readonly string[]]>([
    ['has both', 'one\nfirst\ntwo\nthree\nfour\n', []],
    ['with other line endings has both', 'one\r\nfirst\r\ntwo\r\nthree\r\nfour\r\n', []],
    ['is ours alone', ours, [returned('a', 'five', 'theirs')]],
    ['is theirs alone', theirs, [missing('a', 'first', 'ours')]],
    ['is the base again', base, [missing('a', 'first', 'ours'), returned('a', 'five', 'theirs')]],
    ['is gone', null, [missing('a', 'one', 'ours')]],
  ])('P3: %s', (_, result, expected) => {
    expect(one(base, ours, theirs, result)).toEqual(expected)
  })
})

describe('a line that both sides have to do with, at different places', () => {
  it('P3: added by both, it may be there once but must be there', () => {
    const [ours, theirs] = [base.replace('one\n', 'one\nmore\n'), base.replace('four\n', 'four\nmore\n')]
    expect(one(base, ours, theirs, ours)).toEqual([])
    expect(one(base, ours, theirs, base)).toEqual([
      missing('a', 'more', 'ours'),
      missing('a', 'more', 'theirs'),
    ])
  })

  it('P3: removed by both where it stood twice, it may be there once but not twice', () => {
    const twice = 'more\none\ntwo\nthree\nmore\n'
    const [ours, theirs] = ['one\ntwo\nthree\nmore\n', 'more\none\ntwo\nthree\n']
    expect(one(twice, ours, theirs, 'one\ntwo\nthree\n')).toEqual([])
    expect(one(twice, ours, theirs, ours)).toEqual([])
    expect(one(twice, ours, theirs, twice)).toEqual([
      returned('a', 'more', 'ours'),
      returned('a', 'more', 'theirs'),
    ])
  })

  it('P3: moved by one and changed by the other, it is looked for by its words', () => {
    const [ours, theirs] = ['two\nthree\nfour\nfive\none\n', base.replace('one', 'one, only one')]
    expect(one(base, ours, theirs, 'two\nthree\nfour\nfive\none, only one\n')).toEqual([])
    expect(one(base, ours, theirs, 'two\nthree\nfour\nfive\n')).toEqual([
      missing('a', 'one, only one', 'theirs'),
    ])
  })
})

describe('a place that both sides changed', () => {
  const call = 'one\ncall(a)\ntwo\n'
  const ours = 'one\ncall(a, limit)\ntwo\n'
  const theirs = 'one\nsend(a)\ntwo\n'
  it.each<[string, string, readonly string[]]>([
    ['blends both', 'one\nsend(a, limit)\ntwo\n', []],
    ['has one after the other', 'one\ncall(a, limit)\nsend(a)\ntwo\n', []],
    ['has lost ours', theirs, [missing('a', 'call(a, limit)', 'ours')]],
    ['has lost theirs', ours, [missing('a', 'send(a)', 'theirs')]],
    [
      'has lost both',
      call,
      [
        missing('a', 'call(a, limit)', 'ours'),
        returned('a', 'call(a)', 'ours'),
        missing('a', 'send(a)', 'theirs'),
        returned('a', 'call(a)', 'theirs'),
      ],
    ],
    [
      'still has the markers',
      'one\n<<<<<<< ours\ncall(a, limit)\n=======\nsend(a)\n>>>>>>> theirs\ntwo\n',
      ['a: the conflict at `<<<<<<< ours` is not resolved; resolve it and remove its markers.'],
    ],
  ])('P3: %s', (_, result, expected) => {
    expect(one(call, ours, theirs, result)).toEqual(expected)
  })

  it('P3: changed alike, it is there once', () => {
    expect(one(call, ours, ours, ours)).toEqual([])
    expect(one(call, ours, ours, call)).toHaveLength(4)
  })

  it('P3: with two imports of one module, may have them in one line', () => {
    const imports = (names: string) => `import { ${names} } from 'x'\nrun()\n`
    expect(one(imports('a'), imports('a, b'), imports('a, c'), imports('a, b, c'))).toEqual([])
    expect(one(imports('a'), imports('a, b'), imports('a, c'), imports('a, b'))).toHaveLength(1)
  })

  it('P3: with something new from each, may have it in one line', () => {
    const sides = ['run()\n', 'use(left)\nrun()\n', 'use(right)\nrun()\n'] as const
    expect(one(...sides, 'use(left, right)\nrun()\n')).toEqual([])
    expect(one(...sides, 'use(left)\nrun()\n')).toEqual([missing('a', 'use(right)', 'theirs')])
  })

  it('P3: removed by one and changed by the other, keeps the change', () => {
    const edited = base.replace('three', 'three times')
    expect(one(base, 'one\nfive\n', edited, edited)).toEqual([])
    expect(one(base, 'one\nfive\n', edited, 'one\nfive\n')).toEqual([missing('a', 'three times', 'theirs')])
  })
})

describe('whole files', () => {
  it.each<[string, string | null, string | null, string | null, string | null, readonly string[]]>([
    ['new on one side', null, base, null, base, []],
    ['new on one side and gone', null, base, null, null, [missing('a', 'one', 'ours')]],
    ['new and empty and gone', null, null, '', null, [missing('a', '', 'theirs')]],
    ['new on both sides, and both are there', null, 'x\n', 'y\n', 'x\ny\n', []],
    ['new on both sides, and one is there', null, 'x\n', 'y\n', 'x\n', [missing('a', 'y', 'theirs')]],
    ['deleted', base, null, base, null, []],
    ['deleted and back', base, base, null, base, [returned('a', 'one', 'theirs')]],
    ['deleted and changed, and the change is there', base, null, `${base}six\n`, `${base}six\n`, []],
    [
      'deleted and changed, and the change is not there',
      base,
      null,
      `${base}six\n`,
      null,
      [missing('a', 'one', 'theirs')],
    ],
    ['untouched by both, and gone', base, base, base, null, [missing('a', 'one', 'theirs')]],
  ])('P3: %s', (_, before, ours, theirs, result, expected) => {
    expect(one(before, ours, theirs, result)).toEqual(expected)
  })
})

describe('files that move', () => {
  const edited = base.replace('three', 'three times')
  const renamed = base.replace('one', 'first of all')

  it('P3: a change follows a file that the other side renamed', () => {
    const sides = [
      { a: base, b: null },
      { a: null, b: renamed },
      { a: edited, b: null },
    ] as const
    expect(messages(...sides, { a: null, b: renamed.replace('three', 'three times') })).toEqual([])
    expect(messages(...sides, { a: null, b: renamed })).toEqual([
      missing('b', 'three times', 'theirs'),
      returned('b', 'three', 'theirs'),
    ])
    expect(messages(...sides, { a: edited, b: null })).toEqual([
      missing('a', 'first of all', 'ours'),
      returned('a', 'one', 'ours'),
    ])
    expect(messages(...sides, { a: null, b: null })).toHaveLength(1)
  })

  it('P3: a new file in a folder that the other side renamed', () => {
    const result = { 'old/x': null, 'new/x': base, 'old/y': null, 'new/y': edited }
    expect(
      messages({ 'old/x': base }, { 'new/x': base }, { 'old/x': base, 'old/y': edited }, result),
    ).toEqual([])
  })

  it('P3: a rename onto a path where the other side has something new', () => {
    const sides = [{ a: base }, { b: base }, { a: base, b: 'quite another thing\n' }] as const
    expect(messages(...sides, { b: `${base}quite another thing\n` })).toEqual([])
    expect(messages(...sides, { b: base })).toEqual([missing('b', 'quite another thing', 'theirs')])
  })

  it('P3: what has little in common was not moved', () => {
    expect(
      messages({ a: base }, { a: null, b: 'one\nall\nelse\nis\nnew\n' }, { a: base }, { a: null, b: null }),
    ).toEqual([missing('b', 'one', 'ours')])
  })
})

describe('files that are no text', () => {
  it('P3: are compared as a whole, by their hash', () => {
    expect(one('1a', '2b', '1a', '2b')).toEqual([])
    expect(one('1a', '2b', '1a', '1a')).toHaveLength(2)
  })
})
