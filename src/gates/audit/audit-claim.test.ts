import { describe, expect, it } from 'vitest'
import { auditOf, changedFile } from '../../../test/harness/audit-of.ts'
import { changesBehaviour } from './changes-behaviour.ts'

describe('changesBehaviour', () => {
  it.each<[string, string | null, string | null]>([
    ['src/a.ts', 'a()\n', '// There is a discount.\na()\n'],
    ['src/a.ts', 'a(b)\n', '/** @param b ten percent */\na(b)\n\n'],
    ['src/a.ts', 'if (a) {\n  b()\n}\n', 'if (a) {\n    b()\n}\n'],
    ['src/a.py', 'a()\n', '# more\n\na()  # so\n'],
    ['src/a.py', 'def a():\n    return 1\n', 'def a():\n    """Gives one."""\n    return 1\n'],
    ['src/a.go', 'a()\n', '// more\na()\n'],
    ['src/a.rs', 'a()\n', '/// more\na()\n'],
    ['a.yaml', 'a: 1\n', '# more\na: 1\n'],
    ['a.json', '{"a":1}', '{ "a":1}\n'.replace('{ ', '{').trimEnd()],
    ['README.md', 'a\n', 'b\n'],
    ['src/discount.txt', null, 'ten percent\n'],
    ['docs/index.html', 'a\n', 'b\n'],
  ])('is false for %s: %j → %j', (path, before, after) => {
    expect(changesBehaviour([changedFile(path, before, after)])).toBe(false)
  })

  it.each<[string, string | null, string | null]>([
    ['src/a.ts', 'a()\n', 'a("// more")\n'],
    ['src/a.ts', null, 'export {}\n'],
    ['src/a.ts', 'a()\n', null],
    ['src/a.py', 'if a:\n    b()\nc()\n', 'if a:\n    b()\n    c()\n'],
    ['src/a.py', 'a = """one"""\n', 'a = """two"""\n'],
    ['a.json', '{"a":1}', '{"a":2}'],
    ['a.yaml', 'a: 1\n', 'a: 2\n'],
    ['Makefile', 'a:\n\tb\n', 'a:\n\tc\n'],
    ['test/a.test.ts', 'a()\n', 'a()\nb()\n'],
    ['logo.svg', '<svg/>', '<svg><a/></svg>'],
    ['lib/CMakeLists.txt', 'project(a)\n', 'project(a C)\n'],
    ['requirements-dev.txt', 'six\n', 'six==1\n'],
  ])('is true for %s: %j → %j', (path, before, after) => {
    expect(changesBehaviour([changedFile(path, before, after)])).toBe(true)
  })

  it('is true for a text that the change reads, for a mode, and for what cannot be read', () => {
    const read = [changedFile('src/list.txt', null, 'a'), changedFile('src/a.ts', 'a()', 'a() // list.txt')]
    expect(changesBehaviour(read)).toBe(true)
    expect(changesBehaviour([{ ...changedFile('src/a.ts', 'a', 'a'), modeChanged: true }])).toBe(true)
    expect(changesBehaviour([{ ...changedFile('a.png', null, null), opaque: true }])).toBe(true)
  })
})

describe('a task that claims behaviour', () => {
  it('P2: goes back when nothing that runs differs', () => {
    const claim = { title: 'feat: a discount', writeSet: [], fixes: null }
    expect(auditOf([changedFile('src/a.ts', 'a', '// b\na')], { claim })).toEqual(['no-behaviour refused'])
    expect(auditOf([changedFile('src/a.ts', 'a', 'b')], { claim })).toEqual([])
    expect(auditOf([changedFile('src/a.ts', 'a', '// b\na')])).toEqual([])
  })
  it('is not held to it where it owns no code', () => {
    const claim = { title: 'feat: the page about us', writeSet: ['docs/about.md'], fixes: null }
    expect(auditOf([changedFile('docs/about.md', 'a', 'b')], { claim })).toEqual([])
    const owning = { ...claim, writeSet: ['docs/about.md', 'src/a.ts'] }
    expect(auditOf([changedFile('docs/about.md', 'a', 'b')], { claim: owning })).toEqual([
      'no-behaviour refused',
    ])
  })

  it.each<[string, readonly string[], string, readonly string[]]>([
    ['feat: a discount', ['src/price.py', 'tests/**'], 'tests/test_discount.py', ['no-behaviour refused']],
    ['feat: a discount', ['shop/**', 'tests/**'], 'tests/test_discount.py', ['no-behaviour refused']],
    ['feat: a discount', ['shop/**'], 'shop/price.py', []],
    ['feat: a harness', ['tests/**'], 'tests/test_discount.py', []],
    ['feat: a discount', ['**'], 'tests/test_discount.py', []],
    ['test: the discount', ['src/price.py', 'tests/**'], 'tests/test_discount.py', []],
    ['fix: a test that flakes', ['src/price.py', 'tests/**'], 'tests/test_discount.py', []],
  ])('P2: %s, which may write %j, builds in %s', (title, writeSet, path, findings) => {
    const change = [changedFile(path, null, 'def discount(net):\n    return net\n')]
    expect(auditOf(change, { claim: { title, writeSet, fixes: null }, writeSet })).toEqual(findings)
  })
})
