import { describe, expect, it } from 'vitest'
import { auditOf, changedFile } from '../../../test/harness/audit-of.ts'
import { lookAroundOf } from '../../../test/harness/look-around-of.ts'

const compares =
  "import assert from 'node:assert/strict'\nexport function same(a, b) {\n  assert.equal(a, b)\n}\n"

describe('what tests stand on', () => {
  it.each<[string, string, Readonly<Record<string, string>>]>([
    ['data that a test names', 'data/cases.json', { 'test/a.test.js': "read('../data/cases.json')" }],
    [
      'data by its folder',
      'data/cases.json',
      { 'other/cases.json': '', 'tests/test_a.py': 'open("data/cases.json")' },
    ],
    [
      'a comparing module',
      'src/same.js',
      { 'src/same.js': compares, 'src/a.test.js': "import { same } from './same.js'" },
    ],
    [
      'one of TypeScript by another ending',
      'src/same.ts',
      { 'src/same.ts': compares, 'test/a.test.ts': "import { same } from '../src/same.js'" },
    ],
    [
      'one of Python',
      'shop/checks.py',
      { 'shop/checks.py': 'import pytest\n', 'tests/test_a.py': 'from shop.checks import same' },
    ],
    [
      'one of Python, relative',
      'shop/checks.py',
      { 'shop/checks.py': 'import pytest\n', 'shop/test_a.py': 'from .checks import same' },
    ],
    [
      'one of Java',
      'src/main/java/shop/Checks.java',
      {
        'src/main/java/shop/Checks.java': 'import org.junit.Assert;',
        'src/test/java/shop/ATest.java': 'import shop.Checks;',
      },
    ],
    [
      'one of Go',
      'internal/check/check.go',
      {
        'internal/check/check.go': 'import "github.com/stretchr/testify/assert"',
        'shop/a_test.go': '\t"example.org/shop/internal/check"',
      },
    ],
    [
      'one of Rust',
      'src/check.rs',
      {
        'src/check.rs': 'use std::assert_eq;\npub fn assert_same() { assert!(true) }',
        'tests/a.rs': 'use shop::check::assert_same;',
      },
    ],
  ])('P2: %s', async (_, path, base) => {
    const found = await lookAroundOf(path, { [path]: '', ...base })
    expect([...found.support]).toEqual([path])
    const before = base[path] ?? ''
    expect(auditOf([changedFile(path, before, 'changed')], { around: found })).toEqual([
      'test-changed reported',
    ])
    expect(auditOf([changedFile(path, before, null)], { around: found })).toEqual(['test-changed reported'])
  })

  it.each<[string, string, Readonly<Record<string, string>>]>([
    [
      'data in a folder that the product reads, too',
      'locales/de.json',
      { 'src/a.js': "join(root, 'locales', name)", 'test/a.test.js': "readdirSync('locales')" },
    ],
    ['the product', 'src/price.js', { 'test/a.test.js': "import { total } from '../src/price.js'" }],
    [
      'a product that asserts',
      'src/price.js',
      {
        'src/price.js': compares.replace('same', 'total'),
        'test/a.test.js': "import { total } from '../src/price.js'",
      },
    ],
    [
      'data of the product',
      'data/rates.json',
      { 'src/a.js': "read('data/rates.json')", 'test/a.test.js': "read('data/rates.json')" },
    ],
    ['what nobody names', 'data/rates.json', { 'test/a.test.js': "read('other-rates.json')" }],
    ['a page', 'README.md', { 'test/a.test.js': "read('README.md')" }],
    ['a manifest', 'package.json', { 'test/a.test.js': "read('package.json')" }],
    [
      'a comparing module of the product',
      'src/same.js',
      {
        'src/same.js': compares,
        'src/a.js': "import { same } from './same.js'",
        'src/a.test.js': "import { same } from './same.js'",
      },
    ],
  ])('P2: not %s', async (_, path, base) => {
    expect([...(await lookAroundOf(path, { [path]: '', ...base })).support]).toEqual([])
  })
})

describe('what gates stand on', () => {
  const base = {
    'scripts/check.mjs':
      "import { rules } from './lib/rules.mjs'\nimport { total } from '../src/price.js'\nread('scripts/limits.json')",
    'scripts/lib/rules.mjs': '',
    'scripts/limits.json': '',
    'scripts/release.mjs': '',
    'src/price.js': '',
    'static/page.html': '',
  }

  it.each<[string, readonly string[]]>([
    ['scripts/lib/rules.mjs', ['gate-definition refused']],
    ['scripts/limits.json', ['gate-definition refused']],
    ['scripts/release.mjs', []],
    ['src/price.js', []],
    ['static/page.html', []],
  ])('P2: %s: %j', async (path, findings) => {
    const found = await lookAroundOf(path, base, ['node scripts/check.mjs'])
    const commands = ['node scripts/check.mjs']
    expect(auditOf([changedFile(path, '', 'x')], { around: found, commands })).toEqual(findings)
  })

  const python = {
    'scripts/check.py': 'import rules\nfrom scripts.limits import most\nfrom shop.price import total\n',
    'scripts/rules.py': 'from same import same\nfrom . import other\n',
    'scripts/limits.py': 'from .numbers import most\n',
    'scripts/same.py': '',
    'scripts/other.py': '',
    'scripts/numbers.py': '',
    'scripts/release.py': '',
    'shop/price.py': 'from shop.tax import rate\n',
    'shop/tax.py': '',
    'tools/check/main.go': 'package main\n',
    'tools/check/rules.json': '',
  }

  it.each<[string, string, readonly string[]]>([
    ['python3 scripts/check.py', 'scripts/rules.py', ['gate-definition refused']],
    ['python3 scripts/check.py', 'scripts/same.py', ['gate-definition refused']],
    ['python3 -m scripts.check', 'scripts/numbers.py', ['gate-definition refused']],
    ['python3 scripts/check.py', 'scripts/other.py', ['gate-definition refused']],
    ['go run ./tools/check', 'tools/check/rules.json', ['gate-definition refused']],
    ['python3 scripts/check.py', 'scripts/release.py', []],
    ['python3 scripts/check.py', 'shop/price.py', []],
    ['python3 scripts/check.py', 'shop/tax.py', []],
  ])('P2: `%s` loads %s: %j', async (command, path, findings) => {
    const base = { ...python, 'tools/check/main.go': 'os.ReadFile("tools/check/rules.json")\n' }
    const found = await lookAroundOf(path, base, [command])
    expect(auditOf([changedFile(path, '', 'x')], { around: found, commands: [command] })).toEqual(findings)
  })

  it('P2: a file that a command looks for and that was not there', async () => {
    const commands = ['if [ -f local.sh ]; then . ./local.sh; fi']
    const found = await lookAroundOf('src/price.js', base, commands)
    expect(auditOf([changedFile('local.sh', null, 'exit 0')], { around: found, commands })).toEqual([
      'gate-definition refused',
    ])
    expect(auditOf([changedFile('remote.sh', null, 'exit 0')], { around: found, commands })).toEqual([])
  })
})

describe('what no text shows', () => {
  const link = {
    ...changedFile('test/a.test.js', 'a', 'b.test.js'),
    entry: 'link',
    modeChanged: true,
  } as const
  const lost = { ...changedFile('test/a.sh', 'a', 'a'), modeChanged: true, lostExecution: true } as const

  it('P2: a link in the place of a test, and a test that is no program any more', () => {
    expect(auditOf([link])).toContain('mode-changed refused')
    expect(auditOf([lost])).toEqual(['mode-changed refused'])
    expect(auditOf([{ ...lost, path: 'ci/run.sh' }], { commands: ['ci/run.sh'] })).toContain(
      'mode-changed refused',
    )
    expect(
      auditOf([{ ...lost, path: 'checks/one.sh' }], { commands: ['for c in checks/*.sh; do $c; done'] }),
    ).toContain('mode-changed refused')
  })

  it('P2: not of what proves nothing, nor of what becomes a program', () => {
    expect(
      auditOf([
        { ...link, path: 'src/a.js' },
        { ...lost, path: 'src/a.sh' },
      ]),
    ).toEqual([])
    expect(auditOf([{ ...changedFile('test/a.sh', 'a', 'a'), modeChanged: true }])).toEqual([])
  })

  const settings = {
    'vitest.config.ts': [
      "import { shared } from './config/shared.ts'",
      "import { plugin } from './src/plugin.ts'",
      'export default {',
      '  test: {',
      '    setupFiles: [',
      "      '<rootDir>/config/before-all.ts',",
      '    ],',
      "    include: ['checks/price.ts'],",
      '  },',
      "  build: { lib: { entry: 'client/index.ts' } },",
      '}',
    ].join('\n'),
    'config/shared.ts': "import { more } from './more.js'\n",
    'config/more.ts': '',
    'config/before-all.ts': '',
    'src/plugin.ts': '',
    'client/index.ts': '',
    'eslint.config.js': "import rules from './packages/rules/index.js'\n",
    'packages/rules/index.js': '',
    'tsconfig.json': '{ "extends": "./config/base.json", "include": ["client/index.ts"] }',
    'config/base.json': '{}',
    'checks/price.ts':
      "import { total } from '../src/plugin.ts'\nit('adds', () => {\n  expect(total(1)).toBe(2)\n})\n",
    'src/notes.ts': "export const it = (a) => a\nit('x')\nexpect(1)\n",
  }

  it.each(['config/shared.ts', 'config/more.ts', 'config/before-all.ts', 'checks/price.ts'])(
    'P2: %s, which only the settings of a runner know, is on the side of the tests',
    async (path) => {
      const { support, gateSide } = await lookAroundOf(path, settings)
      expect([[...support], [...gateSide]]).toEqual([[path], []])
    },
  )

  it.each(['packages/rules/index.js', 'config/base.json'])(
    'P2: %s, which the settings of a checker load, defines a gate',
    async (path) => {
      const { support, gateSide } = await lookAroundOf(path, settings)
      expect([[...support], [...gateSide]]).toEqual([[], [path]])
    },
  )

  it.each(['src/plugin.ts', 'client/index.ts', 'src/notes.ts'])('P2: %s is the product', async (path) => {
    const { support, gateSide } = await lookAroundOf(path, settings)
    expect([[...support], [...gateSide]]).toEqual([[], []])
  })
})
