import { describe, expect, it } from 'vitest'
import { isTestFile, testPart } from './test-file.ts'

describe('testPart', () => {
  it.each([
    'a.test.ts',
    'src/a.spec.jsx',
    'src/a-test.js',
    'src/a_test.ts',
    'src/__tests__/a.js',
    'test/a.js',
    'tests/deep/a.ts',
    'e2e/login.ts',
    'cypress/login.cy.js',
    'test.js',
    'test_shop.py',
    'shop_test.py',
    'tests/shop.py',
    'shop/tests.py',
    'pkg/shop_test.go',
    'tests/shop.rs',
    'src/test/java/shop/Shop.java',
    'shop/ShopTest.java',
    'shop/ShopIT.java',
    'Shop.Tests/Add.cs',
    'shop/AddTests.cs',
    'spec/shop_spec.rb',
    'app/shop_spec.rb',
    'test/shop_test.exs',
    'tests/ShopTest.php',
    'test/shop.bats',
    'features/shop.feature',
  ])('%s holds tests', (path) => {
    expect(testPart(path)).toBe('test')
  })

  it.each([
    'test/fixtures/a.json',
    'test/fixtures/a.test.js',
    'tests/data.csv',
    'test/helpers/login.ts',
    'src/__snapshots__/a.test.ts.snap',
    'src/a.snap',
    'src/__mocks__/fs.js',
    'pkg/testdata/golden.txt',
    'src/test/resources/a.xml',
    'test/README.md',
  ])('tests stand on %s', (path) => {
    expect(testPart(path)).toBe('support')
  })

  it.each([
    'src/a.ts',
    'src/latest.ts',
    'src/contest.py',
    'src/testing/world.ts',
    'src/test-report.ts',
    'src/attest.go',
    'src/Latest.java',
    'src/Unit.java',
    'src/spec/parse.ts',
    'src/fixtures/a.ts',
    'docs/testing.md',
    'src/request.spec',
    'package.json',
  ])('%s has nothing to do with tests', (path) => {
    expect([testPart(path), isTestFile(path)]).toEqual([null, false])
  })
})
