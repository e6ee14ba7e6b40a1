import { describe, expect, it } from 'vitest'
import { lookAroundOf } from '../../../test/harness/look-around-of.ts'

describe('what only tests speak of', () => {
  it.each<[string, string, Readonly<Record<string, string>>]>([
    [
      'data that a script writes and a list names',
      'data/cases.json',
      {
        'scripts/update.mjs': "writeFileSync('data/cases.json', text)",
        '.prettierignore': 'data/cases.json',
        'package.json': '"files": ["data/cases.json"]',
        'src/a.js': '// see data/cases.json',
        'test/a.test.js': "read('data/cases.json')",
      },
    ],
    [
      'data in a folder that a test goes through',
      'cases/100.json',
      { 'test/a.test.js': "readdirSync('cases')" },
    ],
    ['data by a name put together', 'data/price.json', { 'test/load.js': 'read(`../data/${name}.json`)' }],
    [
      'a module of Go that has the testing at hand',
      'internal/check/check.go',
      {
        'internal/check/check.go': 'import (\n\t"testing"\n)\nfunc Is(t *testing.T) {}',
        'shop/a_test.go': '\t"example.org/shop/internal/check"',
      },
    ],
    [
      'a header that asserts',
      'lib/minunit.h',
      {
        'lib/minunit.h': '#include <assert.h>\nvoid check(int a) { assert(a); }',
        'tests/a.c': '#include "minunit.h"',
      },
    ],
    [
      'tests by what they hold',
      'checks/check_price.py',
      { 'checks/check_price.py': 'def test_a():\n    assert total(1) == 1\n' },
    ],
  ])('P2: %s, too', async (_, path, base) => {
    expect([...(await lookAroundOf(path, { [path]: '', ...base })).support]).toEqual([path])
  })

  it.each<[string, string, Readonly<Record<string, string>>]>([
    [
      'a helper that throws',
      'src/shared/check.js',
      { 'src/shared/check.js': 'export function check(a, b) { if (a !== b) throw new Error() }' },
    ],
    ['a helper with a tolerance', 'src/shared/close.js', { 'src/shared/close.js': 'export const close = 1' }],
    [
      'a factory',
      'src/factories/order.js',
      { 'src/factories/order.js': "import { Order } from '../order.js'" },
    ],
    [
      'a helper of Python',
      'shop/helpers.py',
      { 'shop/helpers.py': 'import math\n', 'tests/test_a.py': 'from shop.helpers import total_is' },
    ],
  ])('P2: perhaps: %s', async (_, path, base) => {
    const test = { 'test/a.test.js': `import { it } from '../${path}'` }
    const { support, perhaps } = await lookAroundOf(path, { ...test, ...base })
    expect([[...support], [...perhaps]]).toEqual([[], [path]])
  })

  it.each<[string, string, Readonly<Record<string, string>>]>([
    [
      'code that stands on other code',
      'src/app.js',
      { 'src/app.js': "import { total } from './price.js'", 'test/a.test.js': "import '../src/app.js'" },
    ],
    [
      'what a manifest names',
      'src/price.js',
      {
        'src/price.js': '',
        'package.json': '"main": "src/price.js"',
        'test/a.test.js': "import '../src/price.js'",
      },
    ],
    [
      'what a test is named after',
      'src/price.js',
      { 'src/price.js': '', 'test/price.test.js': "import '../src/price.js'" },
    ],
  ])('P2: not even perhaps: %s', async (_, path, base) => {
    expect([...(await lookAroundOf(path, base)).perhaps]).toEqual([])
  })
})
