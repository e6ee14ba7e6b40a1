import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { brokenTests, whyBroken } from './broken-tests.ts'
import { readTests } from './read-tests.ts'

const fixture = (name: string): string =>
  readFileSync(new URL(`../../../test/fixtures/reports/${name}.txt`, import.meta.url), 'utf8')

function brokenIn(output: string): readonly string[] {
  const report = readTests(output, [])
  return report === null ? [] : brokenTests(report, output).map(({ name }) => name)
}

describe('tests that failed for what is not there', () => {
  it.each([
    'node-spec-failing',
    'node-tap-failing',
    'node-junit-failing',
    'mocha-spec-failing',
    'pytest-q-failing',
    'pytest-v-failing',
    'cargo-failing',
    'surefire-junit-failing',
  ])('P2: no expectation that was not met is among them: %s', (name) => {
    expect(brokenIn(fixture(name))).toEqual([])
  })

  it('P2: what could not be loaded or built is, and expectations beside it are not', () => {
    expect(brokenIn(fixture('vitest-verbose-failing'))).toEqual(['test/load.test.js'])
    expect(brokenIn(fixture('go-v-failing'))).toEqual(['example.com/shop/broken'])
    expect(brokenIn(fixture('unittest-default-failing'))).toEqual([
      'test_load (unittest.loader._FailedTest.test_load)',
    ])
  })

  it.each<[string, string, readonly string[]]>([
    [
      'node',
      [
        '✖ a gift is free (1.2ms)',
        '  TypeError [Error]: price.gift is not a function',
        '✖ adds the tax (0.4ms)',
        '  AssertionError [ERR_ASSERTION]: 1 == 2',
        'ℹ tests 2\nℹ suites 0\nℹ pass 0\nℹ fail 2\nℹ duration_ms 3',
      ].join('\n'),
      ['a gift is free'],
    ],
    [
      'node, a whole file',
      [
        "Error [ERR_MODULE_NOT_FOUND]: Cannot find module '/w/src/gift.js'",
        '✖ test/gift.test.js (80.1ms)',
        "  'test failed'",
        'ℹ tests 1\nℹ suites 0\nℹ pass 0\nℹ fail 1\nℹ duration_ms 3',
      ].join('\n'),
      ['test/gift.test.js'],
    ],
    [
      'pytest',
      [
        '=================================== FAILURES ===================================',
        '_________________________________ test_gift __________________________________',
        '    def test_gift():',
        '>       assert price.gift(10) == 0',
        "E       AttributeError: module 'price' has no attribute 'gift'",
        '=========================== short test summary info ============================',
        "FAILED tests/test_price.py::test_gift - AttributeError: module 'price' has no attribute 'gift'",
        '1 failed, 2 passed in 0.03s',
      ].join('\n'),
      ['tests/test_price.py::test_gift'],
    ],
    [
      'a crash of the product, which is behaviour',
      [
        '✖ an empty list has no sum (1.2ms)',
        "  TypeError: Cannot read properties of undefined (reading 'price')",
        'ℹ tests 1\nℹ suites 0\nℹ pass 0\nℹ fail 1\nℹ duration_ms 3',
      ].join('\n'),
      [],
    ],
  ])('P2: %s', (_runner, output, broken) => {
    expect(brokenIn(output)).toEqual(broken)
  })

  it.each([
    ['error[E0425]: cannot find function `gift` in crate `shop`', /E0425/],
    ['./price_test.go:8:7: undefined: Gift\nFAIL\tshop [build failed]', /undefined: Gift/],
    ["src/a.test.ts(1,10): error TS2305: Module has no exported member 'gift'.", /TS2305/],
    [
      ' FAIL  test/a.test.ts\nError: Failed to resolve import "./gift.ts"\n  3 | expect(gift(1)).toBe(2)',
      /gift\.ts/,
    ],
    ["E       fixture 'shop' not found", /fixture/],
    ['Error: Test timed out in 5000ms.', /timed out/],
  ])('P2: says why nothing was tried: %s', (output, why) => {
    expect(whyBroken(output)).toMatch(why)
  })

  it('takes an error of the product in its own words for behaviour', () => {
    expect(whyBroken('SyntaxError: Unexpected token } in JSON at position 3')).toBeNull()
    expect(whyBroken('expected 3, got 2')).toBeNull()
  })
})
