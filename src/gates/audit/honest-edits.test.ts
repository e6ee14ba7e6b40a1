import { describe, expect, it } from 'vitest'
import { jsTest as js } from '../../../test/fixtures/js-test.ts'
import { auditOf, changedFile } from '../../../test/harness/audit-of.ts'

describe('edits of tests', () => {
  it.each<[string, string, string]>([
    ['a new variable', '  equal(total, 3)', '  const expect = 3\n  equal(total, 3)\n  equal(total, expect)'],
    ['a case more', '  [1, 2],', '  [1, 2],\n  [2, 3],'],
    ['another name for a variable', 'total', 'sum'],
    ['one more import', 'import { add }', 'import { add, more }'],
    ['another tool of the kind', "'node:assert/strict'", "'node:assert'"],
  ])('P2: %s is none of our business', (_, from, to) => {
    expect(auditOf([changedFile('test/a.test.js', js, js.replaceAll(from, to))])).toEqual([])
  })

  it.each<[string, string, string]>([
    ['fewer cases', 'of cases)', 'of cases.slice(1))'],
    ['another module', "'../src/add.js'", "'../src/right.js'"],
    ['another assertion', "'node:assert/strict'", "'./loose.js'"],
    [
      'something of its own by the name of the subject',
      '  const total',
      '  const add = () => 3\n  const total',
    ],
    ['an empty assertion', "it('adds'", "assert.equal = () => {}\nit('adds'"],
  ])('P2: %s is told', (_, from, to) => {
    expect(auditOf([changedFile('test/a.test.js', js, js.replace(from, to))])).toContain(
      'test-changed reported',
    )
  })

  it('P2: a module that was moved with its tests is the same', () => {
    const text = 'export const add = (a, b) => a + b\nexport const more = 1\n'
    const moved = [changedFile('src/add.js', text, null), changedFile('src/sum.js', null, text)]
    const test = changedFile('test/a.test.js', js, js.replace('src/add.js', 'src/sum.js'))
    expect(auditOf([...moved, test])).toEqual([])
    expect(auditOf([test])).toEqual(['test-changed reported'])
  })

  it('P2: what a makefile installs or removes is no program', () => {
    const commands = ['uninstall:', '\t$(RM) $(INSTALL_INCLUDE_PATH)/cJSON.h', '\t$(PYTHON) tools/check.py']
    expect(auditOf([changedFile('cJSON.h', 'a', 'b')], { commands })).toEqual([])
    expect(auditOf([changedFile('tools/check.py', 'a', 'b')], { commands })).toEqual([
      'gate-definition refused',
    ])
  })

  it('P2: what a find of the shell looks through is no script', () => {
    const commands = ['SRC=$(shell find . -name "*.go")', 'go test ./...']
    expect(auditOf([changedFile('args.go', 'a', 'b')], { commands })).toEqual([])
    const loading = ['. lib.sh', 'CI=1 . lib.sh', 'if source lib.sh; then go test; fi', "bash -c '. lib.sh'"]
    for (const command of loading)
      expect(auditOf([changedFile('lib.sh', 'a', 'b')], { commands: [command] })).toEqual([
        'gate-definition refused',
      ])
  })

  const pom = (more: string): string => `<project>\n<version>1.0</version>\n${more}\n</project>\n`
  it.each<[string, string, string]>([
    ['pom.xml', pom('<!-- one -->'), pom('<!-- two -->')],
    [
      'pom.xml',
      pom('<protobufVersion>4.1.0</protobufVersion>'),
      pom('<protobufVersion>4.2.0</protobufVersion>'),
    ],
    ['pom.xml', pom('<scm><tag>HEAD</tag></scm>'), pom('<scm><tag>v1</tag></scm>')],
    ['package.json', '{"dependencies":{"a":"~1.0.2"}}', '{"dependencies":{"a":"~2.0.0"}}'],
    ['Makefile', 'LIBVERSION = 1.7.18\ntest:\n\tcc a.c\n', 'LIBVERSION = 1.7.19\ntest:\n\tcc a.c\n'],
  ])('P2: in %s: a release and what is only told', (path, before, after) => {
    expect(auditOf([changedFile(path, before, after)], { commands: ['make test', 'mvn test'] })).toEqual([])
  })

  it.each<[string, string, string]>([
    ['pom.xml', pom('<skipTests>false</skipTests>'), pom('<skipTests>true</skipTests>')],
    ['package.json', '{"dependencies":{"a":"~1.0.2"}}', '{"dependencies":{"a":"~/a"}}'],
    ['Makefile', 'PYTEST_VERSION = 8\ntest:\n\tcc a.c\n', 'PYTEST_VERSION = 1\ntest:\n\tcc a.c\n'],
  ])('P2: in %s: what proves the work', (path, before, after) => {
    expect(auditOf([changedFile(path, before, after)], { commands: ['make test', 'mvn test'] })).toEqual([
      'gate-definition refused',
    ])
  })

  it('P2: in a line of backslashes and open quotes, and without taking for ever', () => {
    const line = `  expect(a).toBe("${'\\\\x'.repeat(120)}`
    expect(auditOf([changedFile('a.test.js', `${line}\n`, `${line}'\n`)])).toEqual(['test-changed reported'])
  })
})

describe('words that only look like those of tests', () => {
  it('P2: a function whose name says that it ignores something skips no test', () => {
    const before = '#[test]\nfn adds() {\n    assert_eq!(add(), 1);\n}\n\nfn walk() {\n}\n'
    const after = before.replace(
      'fn walk() {',
      'fn walk() {\n    let files = self.collect_ignore_files(entries);',
    )
    expect(auditOf([changedFile('src/walk.rs', before, after)])).toEqual([])
    const test = changedFile('tests/test_a.py', 'x = 1\n', 'x = 1\ncollect_ignore_glob = ["test_*.py"]\n')
    expect(auditOf([test])).toContain('test-skipped refused')
  })

  it('P2: three dots stand for a body, and after a prompt for an example', () => {
    const stub = 'class Signer:\n    @overload\n    def sign(self, value: str) -> bytes:\n        ...\n'
    const built = stub.replace('        ...\n', '        return b""\n')
    expect(auditOf([changedFile('src/signer.py', stub, built)])).toEqual([])
    const example =
      'def add(a, b):\n    """\n    >>> for one in add(1, 2):\n    ...     print(one)\n    3\n    """\n'
    const other = example.replace('    3', '    4')
    expect(auditOf([changedFile('src/add.py', example, other)])).toEqual(['test-changed needs-approval'])
  })
})
