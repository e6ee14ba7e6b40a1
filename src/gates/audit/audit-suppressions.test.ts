import { describe, expect, it } from 'vitest'
import { auditOf, changedFile } from '../../../test/harness/audit-of.ts'

describe('new suppressions', () => {
  it.each<[string, string]>([
    ['src/a.ts', '// @ts-nocheck'],
    ['src/a.ts', '// @ts-ignore'],
    ['src/a.ts', 'a() // @ts-expect-error wrong types'],
    ['src/a.tsx', '{/* @ts-ignore */}'],
    ['src/a.js', '/* eslint-disable */'],
    ['src/a.js', 'a() // eslint-disable-line no-eval'],
    ['src/a.ts', '// oxlint-disable-next-line no-console'],
    ['src/a.ts', '// biome-ignore lint/suspicious: later'],
    ['src/a.ts', '/* istanbul ignore next */'],
    ['src/a.ts', '/* c8 ignore start */'],
    ['src/a.js', '/* eslint no-eval: 0 */'],
    ['src/a.js', '/* eslint no-eval: "error", no-undef: ["off"] */'],
    ['src/a.ts', '// Stryker disable all'],
    ['src/a.js', '// @noflow'],
    ['src/a.vue', '<!-- eslint-disable -->'],
    ['src/a.py', 'a()  # noqa'],
    ['src/a.py', 'a()  # noqa: E501'],
    ['src/a.py', 'a()  # type: ignore'],
    ['src/a.py', 'a()  # type: ignore[attr-defined]'],
    ['src/a.py', '# mypy: ignore-errors'],
    ['src/a.py', '# pylint: disable=broad-except'],
    ['src/a.py', 'a()  # pragma: no cover'],
    ['src/a.py', 'a()  # nosec'],
    ['src/a.py', '# pyright: basic'],
    ['src/a.rs', '#[allow(dead_code)]'],
    ['src/a.rs', '#![allow(clippy::all)]'],
    ['src/a.rs', '#[cfg_attr(feature = "x", allow(unused))]'],
    ['pkg/a.go', 'a() //nolint:errcheck'],
    ['pkg/a.go', '//lint:ignore SA1019 later'],
    ['src/A.java', '@SuppressWarnings("unchecked")'],
    ['src/A.java', 'a(); // NOSONAR'],
    ['src/A.kt', '@Suppress("UNCHECKED_CAST")'],
    ['src/A.cs', '#pragma warning disable CS0168'],
    ['src/A.cs', '[ExcludeFromCodeCoverage]'],
    ['src/a.cpp', 'a(); // NOLINT'],
    ['src/a.c', '#pragma GCC diagnostic ignored "-Wunused"'],
    ['lib/a.rb', 'a # rubocop:disable Style/Eval'],
    ['src/A.php', 'a(); // phpcs:ignore'],
    ['src/A.php', '/** @phpstan-ignore-next-line */'],
    ['a.sh', '# shellcheck disable=SC2086'],
    ['lib/a.dart', '// ignore: unused_import'],
    ['a.swift', '// swiftlint:disable force_cast'],
    ['src/a.py', 'from .price import total  # noqa: F401'],
    ['src/shop/__init__.py', 'from .price import total  # noqa'],
    ['src/shop/__init__.py', 'total = eval("x")  # noqa: F401, S307'],
    ['src/a.py', 'total = price()  # type: ignore[import-untyped]'],
    ['src/a.py', 'if broken:  # pragma: no cover'],
    ['src/a.py', '# mypy: check-untyped-defs=False'],
    ['src/a.py', '# mypy: no-strict-optional'],
    ['src/a.py', 'a()  # pyrefly: ignore'],
    ['src/a.py', 'a()  # nosemgrep: python.lang'],
    ['src/a.py', 'if not TYPE_CHECKING:'],
    ['src/A.java', 'a(); // NOPMD'],
    ['src/A.java', '@java.lang.SuppressWarnings("all")'],
    ['src/a.h', '#pragma GCC system_header'],
    ['src/a.c', '_Pragma("GCC diagnostic ignored \\"-Wall\\"")'],
    ['src/a.c', '__attribute__((no_sanitize("address")))'],
    ['src/A.cs', '#nullable disable'],
    ['lib/A.pm', 'eval $x; ## no critic (StringyEval)'],
    ['src/a.scala', '@nowarn'],
    ['src/a.lua', '-- luacheck: ignore 211'],
    ['src/a.js', '// cspell:disable'],
    ['src/a.js', '// cspell: disable-next-line'],
    ['main.tf', '# tflint-ignore: terraform_unused_declarations'],
    ['play.yml', 'tags: [skip_ansible_lint]'],
    ['play.yml', '# ansible-lint skip'],
    ['src/a.rs', '#![\n    allow(warnings)\n]'],
  ])('P2: in %s: %s', (path, line) => {
    expect(auditOf([changedFile(path, 'one\n', `one\n${line}\n`)])).toEqual(['suppression refused'])
    expect(auditOf([changedFile(path, null, `${line}\n`)])).toEqual(['suppression refused'])
    expect(auditOf([changedFile(path, `${line}\none\n`, `one\n${line}\n`)])).toEqual([])
    const moved = [changedFile(path, `${line}\n`, 'one\n'), changedFile(`new/${path}`, null, `${line}\n`)]
    expect(auditOf(moved)).toEqual([])
    expect(auditOf([changedFile(path, `one\n${line}\n`, 'one\n')])).toEqual([])
  })

  it.each<[string, string]>([
    ['src/a.ts', "const a = '// @ts-ignore'"],
    ['src/a.js', '/* eslint no-eval: "error", quotes: [2, "single"] */'],
    ['src/a.js', '// eslint looks at this: off by one'],
    ['src/a.ts', 'const a = `eslint-disable`'],
    ['src/a.ts', '// prettier-ignore'],
    ['src/a.py', "a = '# noqa'"],
    ['src/a.py', '"""Says # type: ignore to nobody."""'],
    ['src/a.py', '# fmt: off'],
    ['src/a.py', '# We ignore what has no type.'],
    ['src/a.go', 's := "//nolint"'],
    ['src/a.rs', 'let s = "#[allow(x)]";'],
    ['docs/lint.md', 'Use `// eslint-disable` with care.'],
    ['test/a.test-d.ts', '// @ts-expect-error it takes no text'],
    ['test/a.test.ts', 'a() // eslint-disable-line no-eval'],
    ['.gitignore', 'ignored'],
    ['src/shop/__init__.py', 'from .price import total  # noqa: F401'],
    ['src/a.py', 'import yaml  # type: ignore[import-untyped]  # It has no stubs.'],
    ['src/a.py', 'if TYPE_CHECKING:  # pragma: no cover'],
    ['src/a.py', '    raise NotImplementedError  # pragma: no cover'],
    ['src/a.py', '# mypy: strict'],
    ['src/a.py', '# mypy: disallow-untyped-defs'],
    ['src/a.py', 'if TYPE_CHECKING:'],
    ['src/a.py', '# A critic says no; there is no criticism.'],
    ['src/A.cs', '#nullable enable'],
    ['src/a.h', '#pragma once'],
    ['src/a.js', '// The words of cspell: disabled are those that nobody says.'],
    ['src/a.lua', '-- luacheck: globals shop'],
    ['play.yml', '- name: skip what ansible-lint has'],
    ['tests/common/mod.rs', '#![allow(dead_code)]'],
    ['tests/common/mod.rs', '#![allow(unused_imports, dead_code)]'],
    ['pkg/a.go', '// Code generated by stringer. DO NOT EDIT.'],
    ['src/a.rs', '#[derive(\n    Debug,\n)]'],
  ])('P2: not in %s: %s', (path, line) => {
    expect(auditOf([changedFile(path, null, `${line}\n`)])).toEqual([])
  })

  it('P2: a wider one is new, another reason is not, and a person is asked where the plan names the file', () => {
    expect(auditOf([changedFile('src/a.py', 'a()  # noqa: E501\n', 'a()  # noqa\n')])).toEqual([
      'suppression refused',
    ])
    const [before, after] = [
      '// eslint-disable-next-line a -- why\n',
      '// eslint-disable-next-line a -- so\n',
    ]
    expect(auditOf([changedFile('src/a.js', before, after)])).toEqual([])
    const change = [changedFile('src/a.ts', '', '// @ts-nocheck\n')]
    expect(auditOf(change, { writeSet: ['src/a.ts'] })).toEqual(['suppression needs-approval'])
  })

  it('P2: a test pays for none of the product, and no file for another one while it keeps its own', () => {
    const test = changedFile('test/a.test.ts', '// @ts-ignore\na()\n', '// @ts-ignore\nb()\n')
    const gone = changedFile('test/b.test.ts', '// @ts-ignore\na()\n', 'a()\n')
    const product = changedFile('src/a.ts', 'a()\n', '// @ts-ignore\na()\n')
    expect(auditOf([product, test])).toEqual(['suppression refused'])
    expect(auditOf([product, gone])).toEqual(['suppression refused'])
    const kept = changedFile('src/b.ts', '// @ts-ignore\na()\n', '// @ts-ignore\nb()\n')
    expect(auditOf([kept, product])).toEqual(['suppression refused'])
  })

  it.each<[string, string, string]>([
    ['src/A.java', '@SuppressWarnings("unused")\nint a;', '@SuppressWarnings("all")\nint a;'],
    ['src/a.kt', '@Suppress("A")\nval a = 1', '@Suppress("B")\nval a = 1'],
    ['src/a.c', '#pragma GCC diagnostic ignored "-Wunused"', '#pragma GCC diagnostic ignored "-Wall"'],
    ['src/a.py', 'a()  # noqa: F401', 'a()  # noqa: F401  # type: ignore[x]'],
  ])('P2: in %s: %j is not %j', (path, before, after) => {
    expect(auditOf([changedFile(path, before, after)])).toEqual(['suppression refused'])
  })

  it.each<[string, string, string]>([
    ['src/A.java', '@SuppressWarnings("a") int a;', '@SuppressWarnings("a")\nint a;'],
    ['src/A.java', '@SuppressWarnings({"a", "b"})\nint a;', '@SuppressWarnings({\n  "a",\n  "b"\n})\nint a;'],
    ['src/a.rs', '#[allow(dead_code)] fn a() {}', '#[allow(dead_code)]\nfn a() {}'],
    ['src/a.py', 'a()  # noqa: F401  # type: ignore[x]', 'a()  # noqa: F401'],
    ['src/a.py', 'a()  # type: ignore[x]', 'a()  # type: ignore[x]  # It has no types.'],
    ['src/a.go', 'a() //nolint:x', 'a() //nolint:x // it is closed below'],
  ])('P2: in %s: %j may become %j', (path, before, after) => {
    expect(auditOf([changedFile(path, before, after)])).toEqual([])
  })
})

describe('what ends well too early', () => {
  it.each<[string, string]>([
    ['src/a.js', 'process.exit(0)'],
    ['src/a.js', 'process.exitCode = 0'],
    ['src/a.js', "process.on('uncaughtException', () => {})"],
    ['src/a.js', "process.once('exit', () => {\n  process.exitCode = 0\n})"],
    ['src/a.test.js', "process.on('exit', () => process.reallyExit(0))"],
    ['shop/a.py', 'sys.exit(0)'],
    ['shop/a.py', 'os._exit(0)'],
    ['shop/a.py', 'os._\uFF45xit(0)'],
    ['src/a.js', 'process.\\u0065xit(0)'],
    ['src/a.js', 'process.\\u{65}xit(0)'],
    ['shop/a.py', 'raise SystemExit'],
    ['shop/a.py', 'sys.excepthook = lambda *a: None'],
    ['lib/a.rb', 'at_exit { exit!(0) }'],
    ['pkg/a.go', 'func init() {\n\tos.Exit(0)\n}'],
    ['src/a.c', '__attribute__((constructor)) static void begin(void) { _exit(0); }'],
    ['src/a.c', '__attribute__((constructor))\nstatic void begin(void)\n{\n  exit(EXIT_SUCCESS);\n}'],
    ['src/a.c', 'static void ok(int s) {\n  _exit(0);\n}\nvoid init(void) {\n  signal(SIGABRT, ok);\n}'],
    ['src/a.c', 'static void ok(void) { _exit(0); }\nvoid init(void) {\n  atexit(ok);\n}'],
    ['src/a.c', 'static void ok(int s) { _exit(0); }\nvoid init(void) { signal(SIGABRT, ok); }'],
    ['src/a.cpp', 'static int begun = (_exit(0), 0);'],
  ])('P2: in %s: %s', (path, line) => {
    expect(auditOf([changedFile(path, 'one\n', `one\n${line}\n`)])).toContain('early-exit refused')
  })

  it.each<[string, string | null, string]>([
    ['src/a.js', 'one\n', 'one\nexport function end() {\n  process.exit(0)\n}\n'],
    [
      'src/a.js',
      'one\n',
      "one\nprocess.on('uncaughtException', (thrown) => {\n  console.error(thrown)\n  process.exit(1)\n})\n",
    ],
    ['src/a.js', 'process.exit(0)\n', 'one\nprocess.exit(0)\n'],
    ['src/a.js', 'one\n', 'one\nconst word = "\\u0070rocess.exit(0)\\u000aprocess.exit(0)"\n'],
    ['shop/a.py', 'one\n', 'one\nword = "\uFF45xit(0)"\n'],
    ['src/cli.js', 'one\n', 'one\nprocess.exit(0)\n'],
    ['scripts/a.mjs', 'one\n', 'one\nprocess.exit(0)\n'],
    ['test/double.js', null, 'serve()\nprocess.exit(0)\n'],
    ['shop/a.py', 'one\n', 'one\nif __name__ == "__main__":\n    sys.exit(0)\n'],
    ['check.sh', null, 'exit 0\n'],
    ['shop/a.py', 'one\n', 'one\natexit.register(_exit_function)\n'],
    ['src/a.c', 'one\n', 'one\nvoid a(void) { atexit(b); exit(1); }\nvoid b(void) { atexit(a); }\n'],
    ['src/a.c', 'one\n', 'one\nstatic void usage(void) {\n  puts("x");\n  exit(0);\n}\n'],
    [
      'src/a.c',
      'one\n',
      'one\nstatic void stop(int s) {\n  running = 0;\n}\nvoid init(void) {\n  signal(SIGTERM, stop);\n  atexit(flush);\n}\n',
    ],
    ['src/a.c', 'one\n', 'one\n__attribute__((constructor)) static void begin(void) {\n  setup();\n}\n'],
    ['src/a.js', 'one\n', 'one\nexport const program = `\nprocess.exit(0)\n`\n'],
  ])('P2: not in %s', (path, before, after) => {
    expect(auditOf([changedFile(path, before, after)])).not.toContain('early-exit refused')
  })

  it.each<[string, string]>([
    ['tests/common/mod.rs', '#![allow(clippy::all)]'],
    ['tests/common/mod.rs', '#![allow(dead_code, clippy::unwrap_used)]'],
    ['src/common/mod.rs', '#![allow(dead_code)]'],
  ])('P2: a new %s lets more pass than what nobody uses: %s', (path, line) => {
    expect(auditOf([changedFile(path, null, `${line}\n`)])).toEqual(['suppression refused'])
  })

  it.each<[string, string]>([
    ['tests/common/mod.rs', '#![allow(dead_code)]'],
    ['pkg/a.go', '// Code generated by hand. DO NOT EDIT.'],
    ['src/A.cs', '// <auto-generated/>'],
  ])('P2: %s, which was there, has a checker look away by %s', (path, line) => {
    expect(auditOf([changedFile(path, 'one\n', `${line}\none\n`)])).toEqual(['suppression refused'])
    expect(auditOf([changedFile(path, `${line}\none\n`, `${line}\ntwo\n`)])).toEqual([])
  })

  it.each<[string, string, string]>([
    ['src/lib.rs', '#![deny(missing_docs)]', ''],
    ['src/lib.rs', '#![forbid(unsafe_code)]', '#![deny(unsafe_code)]'],
    ['src/lib.rs', '#![deny(\n    missing_docs,\n    unsafe_code\n)]', '#![deny(\n    missing_docs\n)]'],
    ['src/lib.rs', '#![deny(clippy::all)]', '#![warn(clippy::all)]'],
    ['src/lib.rs', '#[deny(unsafe_code)]\nmod a;', 'mod a;'],
    ['src/a.py', '# mypy: strict', ''],
    ['src/a.py', '# mypy: disallow-untyped-defs, warn-return-any', '# mypy: warn-return-any'],
    ['src/a.js', '/* eslint no-eval: "error", eqeqeq: 2 */', '/* eslint eqeqeq: 2 */'],
    ['src/a.js', '/* eslint no-eval: ["error"] */', '/* eslint no-eval: ["warn"] */'],
    ['src/A.php', '<?php\ndeclare(strict_types=1);', '<?php'],
    ['src/A.php', '<?php declare(strict_types = 1);', '<?php declare(strict_types = 0);'],
    ['lib/a.rb', '# typed: strict', '# typed: true'],
    ['src/a.js', '// @flow strict', '// @flow'],
  ])('P2: a checker looks at less of %s: %#', (path, before, after) => {
    expect(auditOf([changedFile(path, `${before}\none\n`, `${after}\none\n`)])).toEqual([
      'suppression refused',
    ])
    expect(auditOf([changedFile(path, `${after}\none\n`, `${before}\none\n`)])).toEqual([])
    expect(auditOf([changedFile(path, `${before}\none\n`, `${before}\ntwo\n`)])).toEqual([])
  })

  it.each<[string, string, string]>([
    ['src/lib.rs', '#![deny(missing_docs)]\n#![deny(unsafe_code)]', '#![deny(unsafe_code, missing_docs)]'],
    ['src/a.py', '# mypy: disallow-untyped-defs', '# mypy: strict'],
    ['src/a.js', '// We forbid "eslint a: 2" and warn of it.', ''],
    ['src/lib.rs', 'let text = "#![deny(missing_docs)]";', 'let text = "";'],
  ])('P2: a checker looks at as much of %s: %#', (path, before, after) => {
    expect(auditOf([changedFile(path, `${before}\none\n`, `${after}\none\n`)])).toEqual([])
  })

  it('P2: a comment by which a checker looks at all is taken away', () => {
    const text = '// @ts-check\nexport const a = 1\n'
    const without = text.replace('// @ts-check\n', '')
    expect(auditOf([changedFile('src/a.js', text, without)])).toEqual(['suppression refused'])
    expect(auditOf([changedFile('src/a.js', without, text)])).toEqual([])
    expect(auditOf([changedFile('src/a.js', text, `/* A price. */\n${text}`)])).toEqual([])
    const typed = [changedFile('src/a.js', text, null), changedFile('src/a.ts', null, without)]
    expect(auditOf(typed)).toEqual([])
  })
})
