import { describe, expect, it } from 'vitest'
import { auditOf, changedFile } from '../../../test/harness/audit-of.ts'
import { standardProtection } from '../../policy/protection.ts'

const js = `import { it, expect } from 'vitest'
import { add } from '../src/add.js'

it('adds', () => {
  const total = add(1, 2)
  expect(total).toBe(3)
})

it('adds lists', () => {
  expect(add([1], [2])).toEqual({
    sum: 3,
    parts: [1, 2],
  })
})
`
const python = `import pytest
from shop import add

def test_adds():
    total = add(1, 2)
    assert total == 3
`

/** The text with one replacement; a replacement that does not fit is a mistake of the test. */
function edit(text: string, from: string, to: string): string {
  expect(text).toContain(from)
  return text.replace(from, to)
}

describe('tests that do not run any more', () => {
  it.each<[string, string, string, string]>([
    ['test/a.test.js', js, "it('adds',", "it.skip('adds',"],
    ['test/a.test.js', js, "it('adds',", "it . skip('adds',"],
    ['test/a.test.js', js, "it('adds',", "it['skip']('adds',"],
    ['test/a.test.js', js, "it('adds',", "it.concurrent.skip('adds',"],
    ['test/a.test.js', js, "it('adds',", "it.skipIf(true)('adds',"],
    ['test/a.test.js', js, "it('adds',", "it.only('adds',"],
    ['test/a.test.js', js, "it('adds',", "it.todo('adds',"],
    ['test/a.test.js', js, "it('adds',", "it.fails('adds',"],
    ['test/a.test.js', js, "it('adds',", "xit('adds',"],
    ['test/a.test.js', js, "it('adds',", "fit('adds',"],
    ['test/a.test.js', js, "it('adds',", "it('adds', { skip: true },"],
    ['test/a.test.js', js, "it('adds',", "it('adds', { skip: process.platform },"],
    ['test/a.test.js', js, "it('adds',", "it('adds', { timeout: 5, todo: 'later' },"],
    ['test/a.test.js', js, "it('adds',", "it('adds', {\n  skip: true,\n},"],
    ['test/a.test.js', js, "it('adds', () => {", "it('adds', (t) => {\n  t.skip()"],
    ['test/a.test.js', js, "it('adds', () => {", "it('adds', function () {\n  this.skip()"],
    ['test/a.test.js', js, "it('adds', () => {", "it.skip('lists', () => {\n})\nit('adds', () => {"],
    ['test/a.test.js', js, 'import { add', 'const { skip: later } = it\nimport { add'],
    ['test/a.test.js', js, "it('adds', () => {", "// it('adds', () => {"],
    ['test/a.test.js', js, '  expect(total).toBe(3)', '  // expect(total).toBe(3)'],
    ['test/a.test.js', js, '  expect(total).toBe(3)', '  /* expect(total).toBe(3) */'],
    ['src/__tests__/a.jsx', js, "it('adds',", "xtest('adds',"],
    ['Test/A.TEST.JS', js, "it('adds',", "it.skip('adds',"],
    ['tests/test_a.py', python, 'def test_adds', '@pytest.mark.skip\ndef test_adds'],
    ['tests/test_a.py', python, 'def test_adds', '@pytest.mark.xfail(reason="x")\ndef test_adds'],
    ['tests/test_a.py', python, 'def test_adds', '@pytest.mark.skipif(True, reason="x")\ndef test_adds'],
    ['tests/test_a.py', python, '    total =', '    pytest.skip("x")\n    total ='],
    ['tests/test_a.py', python, 'def test_adds', 'pytestmark = pytest.mark.skip\ndef test_adds'],
    ['tests/test_a.py', python, 'def test_adds', '@unittest.skip("x")\ndef test_adds'],
    ['tests/test_a.py', python, 'def test_adds', '#def test_adds'],
    [
      'a_test.go',
      'func TestA(t *testing.T) {\n\tt.Error("x")\n}\n',
      'testing.T) {',
      'testing.T) {\n\tt.Skip("x")',
    ],
    ['a_test.go', 'package a\n', 'package a', '//go:build never\n\npackage a'],
    ['tests/a.rs', '#[test]\nfn a() { assert!(true) }\n', '#[test]', '#[test]\n#[ignore]'],
    [
      'src/lib.rs',
      '#[cfg(test)]\nmod t {\n#[test]\nfn a() {}\n}\n',
      '#[test]',
      '#[test]\n#[ignore = "slow"]',
    ],
    ['src/test/java/ATest.java', '@Test\nvoid a() {}\n', '@Test', '@Disabled\n@Test'],
    ['src/test/java/ATest.java', '@Test\nvoid a() {}\n', '@Test', '@Ignore\n@Test'],
    ['Shop.Tests/AddTests.cs', '[Fact]\nvoid A() {}\n', '[Fact]', '[Fact(Skip = "x")]'],
    ['Shop.Tests/AddTests.cs', '[Test]\nvoid A() {}\n', '[Test]', '[Test, Ignore("x")]'],
    ['spec/a_spec.rb', "it 'adds' do\nend\n", "it 'adds'", "xit 'adds'"],
    ['spec/a_spec.rb', "it 'adds' do\nend\n", 'do\n', 'do\n  skip\n'],
    ['tests/ATest.php', 'function testA() {\n}\n', '{\n', '{\n$this->markTestSkipped();\n'],
  ])('P2: %s', (path, text, from, to) => {
    const change = changedFile(path, text, edit(text, from, to))
    expect(auditOf([change])).toContain('test-skipped refused')
    expect(auditOf([change], { writeSet: [path] })).toContain('test-skipped refused')
    expect(auditOf([change], { protection: { ...standardProtection, tests: 'free' } })).toEqual([])
  })

  it('P2: one that is let run while another is skipped', () => {
    const before = "it.skip('the first thing', () => {})\nit('quite another one', () => {})\n"
    const after = "it('the first thing', () => {})\nit.skip('quite another one', () => {})\n"
    expect(auditOf([changedFile('a.test.js', before, after)])).toContain('test-skipped refused')
  })

  it('P2: in a line of any length, and without taking for ever', () => {
    const long = `${'it.a['.repeat(40_000)} ${'{'.repeat(40_000)}`
    const change = changedFile('a.test.js', `${long}\n`, `${long} it.skip('a')\n`)
    expect(auditOf([change])).toContain('test-skipped refused')
  })

  it('P2: in a new file only told', () => {
    expect(auditOf([changedFile('test/b.test.js', null, "it.skip('b')\n")])).toEqual([
      'test-skipped reported',
    ])
  })
})

describe('what tests check', () => {
  it.each<[string, string, string, string]>([
    ['a removed assertion', js, '  expect(total).toBe(3)\n', ''],
    ['a weaker assertion', js, 'toBe(3)', 'toBeTruthy()'],
    ['another expected value', js, 'toBe(3)', 'toBe(4)'],
    ['a value in a longer assertion', js, 'sum: 3', 'sum: 4'],
    ['a name in a longer assertion', js.replace('sum: 3', 'sum: some'), 'sum: some', 'sum: any'],
    ['a row removed from a longer assertion', js, '    parts: [1, 2],\n', ''],
    ['another input', js, 'add(1, 2)', 'add(0, 3)'],
    ['a test under another name', js, "it('adds',", "it('works',"],
    [
      'a removed test',
      js,
      "it('adds', () => {\n  const total = add(1, 2)\n  expect(total).toBe(3)\n})\n",
      '',
    ],
    ['an early end', js, "it('adds', () => {", "it('adds', () => {\n  return"],
    ['an early end of all', js, "it('adds', () => {", "it('adds', () => {\n  process.exit(0)"],
    [
      'a branch that is never taken',
      js,
      '  expect(total).toBe(3)',
      '  if (false) {\n    expect(total).toBe(3)\n  }',
    ],
    ['a comment around it', js, "it('adds', () => {", "/*\nit('adds', () => {"],
    [
      'a swallowed failure',
      js,
      '  expect(total).toBe(3)',
      '  try {\n    expect(total).toBe(3)\n  } catch {}',
    ],
    [
      'the code under test replaced',
      js,
      "it('adds',",
      "vi.mock('../src/add.js', () => ({ add: () => 3 }))\nit('adds',",
    ],
    ['the assertion library replaced', js, "it('adds',", "expect = () => ({ toBe() {} })\nit('adds',"],
    ['all of it', js, js, "it('works', () => {})\n"],
  ])('P2: %s: told, and the earlier version is to be run', (_, text, from, to) => {
    expect(auditOf([changedFile('test/a.test.js', text, edit(text, from, to))])).toContain(
      'test-changed reported',
    )
  })

  it.each<[string, string]>([
    ['assert total == 3', 'assert total == 4'],
    ['assert total == 3', 'pass'],
    ['add(1, 2)', 'add(3, 0)'],
    ['def test_adds', 'def check_adds'],
  ])('P2: in Python: %s → %s', (from, to) => {
    expect(auditOf([changedFile('tests/test_a.py', python, edit(python, from, to))])).toEqual([
      'test-changed reported',
    ])
  })

  it.each<[string, string, string]>([
    ['snapshots', 'src/__snapshots__/a.test.ts.snap', 'exports[`a`] = `1`'],
    ['a helper', 'test/helpers/login.js', 'export const user = 1'],
    ['a fixture', 'tests/fixtures/order.json', '{}'],
    ['a golden file', 'testdata/golden.txt', 'a'],
  ])('P2: %s: told when changed or deleted, not when new', (_, path, text) => {
    expect(auditOf([changedFile(path, text, `${text} `)])).toEqual(['test-changed reported'])
    expect(auditOf([changedFile(path, text, null)])).toEqual(['test-changed reported'])
    expect(auditOf([changedFile(path, null, text)])).toEqual([])
    const opaque = { ...changedFile(path, text, 'b'), before: null, after: null, opaque: true }
    expect(auditOf([opaque])).toEqual(['test-changed reported'])
  })

  it('P2: a test that became a link to somewhere else', () => {
    const link = { ...changedFile('test/a.test.js', js, '../elsewhere.js'), modeChanged: true }
    expect(auditOf([link])).toContain('test-changed reported')
  })
})

describe('deleted tests', () => {
  it.each([
    'test/a.test.js',
    'src/a.spec.ts',
    'tests/test_a.py',
    'pkg/a_test.go',
    'tests/a.rs',
    'src/test/java/ATest.java',
    'spec/a_spec.rb',
    'TEST/A.js',
    'test/-a.js',
    'test/"a".js',
    'te\u0301st/caf\u00E9.test.js',
  ])('P2: %s', (path) => {
    expect(auditOf([changedFile(path, js, null)])).toEqual(['test-deleted refused'])
    expect(auditOf([changedFile(path, js, null)], { writeSet: [path] })).toEqual([
      'test-deleted needs-approval',
    ])
  })

  it('P2: moved is not deleted, but told with both paths', () => {
    const moved = [
      changedFile('test/a.test.js', js, null),
      changedFile('test/unit/a.test.js', null, edit(js, '../src', '../../src')),
    ]
    expect(auditOf(moved)).toEqual(['test-changed reported', 'test-changed reported'])
  })

  it('P2: moved and skipped is skipped', () => {
    const moved = [
      changedFile('test/a.test.js', js, null),
      changedFile('test/b.test.js', null, edit(js, "it('adds'", "it.skip('adds'")),
    ]
    expect(auditOf(moved)).toContain('test-skipped refused')
  })

  it.each([
    ['moved to where no test is looked for', 'attic/a.txt', js],
    ['replaced by another test', 'test/b.test.js', "it('works', () => {})\n"],
  ])('P2: %s is deleted', (_, path, text) => {
    expect(auditOf([changedFile('test/a.test.js', js, null), changedFile(path, null, text)])).toContain(
      'test-deleted refused',
    )
  })
})

describe('honest work on tests', () => {
  it.each<[string, string, string]>([
    ['a case is added', js, `${js}\nit('adds more', () => {\n  expect(add(2, 2)).toBe(4)\n})\n`],
    [
      'a case is added between others',
      js,
      edit(js, "it('adds lists'", "it('adds none', () => {\n  expect(add()).toBe(0)\n})\n\nit('adds lists'"),
    ],
    [
      'an assertion is added',
      js,
      edit(js, '  expect(total).toBe(3)', '  expect(total).toBe(3)\n  expect(total).not.toBe(4)'),
    ],
    [
      'a local variable gets another name',
      edit(js, 'expect(total)', 'expect(add(1, 2))'),
      edit(edit(js, 'expect(total)', 'expect(add(1, 2))'), 'const total', 'const sum'),
    ],
    ['an import is added', js, edit(js, 'import { add }', 'import { add, sub }')],
    [
      'tests change places',
      "it('a', () => {\n  expect(1).toBe(1)\n})\nit('b', () => {\n  expect(2).toBe(2)\n})\n",
      "it('b', () => {\n  expect(2).toBe(2)\n})\nit('a', () => {\n  expect(1).toBe(1)\n})\n",
    ],
    ['other indentation', js, js.replaceAll('  ', '\t')],
    ['a comment is added', js, edit(js, "it('adds'", "// the simple case\nit('adds'")],
    ['a comment goes', `// old\n${js}`, js],
    ['other line endings', js, js.replaceAll('\n', '\r\n')],
    [
      'pages with a skip',
      js,
      `${js}\nit('pages', () => {\n  expect(page({ skip: 10, limit: 5 })).toEqual([])\n})\n`,
    ],
    [
      'a text about skipping',
      js,
      `${js}\nit('warns', () => {\n  expect(lint("it.skip('x')")).toEqual(['no skips'])\n})\n`,
    ],
  ])('P2: %s: nothing to say', (_, before, after) => {
    expect(auditOf([changedFile('test/a.test.js', before, after)])).toEqual([])
  })

  it('P2: a test that did not run is let run', () => {
    const before = edit(js, "it('adds'", "it.skip('adds'")
    expect(auditOf([changedFile('test/a.test.js', before, js)])).toEqual(['test-changed reported'])
  })

  it('P2: a skipped test stays so under a better name', () => {
    const change = changedFile(
      'a.test.js',
      "it.skip('adds two numbers', () => {})\n",
      "it.skip('adds two numbers up', () => {})\n",
    )
    expect(auditOf([change])).toEqual(['test-changed reported'])
  })

  it('P2: new tests, and code that only looks like tests', () => {
    const files = [
      changedFile('test/b.test.js', null, js),
      changedFile('src/latest.ts', 'assert(a)\n', 'b\n'),
      changedFile('src/contest.py', 'assert a\n', 'b\n'),
    ]
    expect(auditOf(files)).toEqual([])
  })
})
