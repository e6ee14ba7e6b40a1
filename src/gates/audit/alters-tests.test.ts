import { describe, expect, it } from 'vitest'
import { changedFile } from '../../../test/harness/audit-of.ts'
import { altersTests } from './alters-tests.ts'
import { movedFinder } from './changed-source.ts'

const js = `import { test } from 'node:test'
import { total } from '../src/price.js'

const cases = load('cases.json')

test('adds the tax', async () => {
  await settle(total)
  const found = total(input)
  assert.equal(found, wanted)
})

for (const each of cases) {
  test(each.name, () => run(each))
}
`
const python = `import pytest

class TestPrice:
    def test_adds(self, rate):
        """Adds the tax."""
        assert total(self.net, rate) == self.wanted

def test_loop(cases):
    for net, wanted in cases:
        assert total(net) == wanted
`
const bats = '@test "adds" {\n  run total 100\n  [ "$output" = "150" ]\n}\n'

function edited(path: string, text: string, from: string, to: string): boolean {
  expect(text).toContain(from)
  return altersTests(changedFile(path, text, text.replace(from, to)))
}

describe('what may act on tests that were there before', () => {
  it.each<[string, string, string, string]>([
    ['test/a.test.js', js, '  await settle(total)', '  settle(total)'],
    ['test/a.test.js', js, '  await settle(total)', '  await settle(total).catch(() => {})'],
    ['test/a.test.js', js, "test('adds", "cases.length = 0\n\ntest('adds"],
    ['test/a.test.js', js, "load('cases.json')", 'loadNone()'],
    ['test/a.test.js', js, 'total(input)', 'wanted'],
    ['test/a.test.js', js, '  test(each.name', '  if (each.hard) continue\n  test(each.name'],
    ['test/a.test.js', js, "test('adds", "jest.retryTimes(5)\ntest('adds"],
    ['test/a.test.js', js, "test('adds", "beforeEach(() => mend())\n\ntest('adds"],
    ['test/a.test.js', js, 'import { total }', 'import { right as total }'],
    ['test/a.test.js', js, 'import { total }', "import './right.js'\nimport { total }"],
    ['test/a.test.js', js, 'for (const', 'function run() {}\n\nfor (const'],
    ['test/a.test.js', js, "test('adds", "const off = (assert.equal = () => {})\ntest('adds"],
    ['test/a.test.js', js, "test('adds", "class Off { static { cases.length = 0 } }\ntest('adds"],
    ['test/a.test.js', js, "test('adds", "const off = soften(assert)\ntest('adds"],
    ['test/a.test.js', js, "test('adds", "test('none', () => {\n  cases.splice(0)\n})\n\ntest('adds"],
    [
      'test/a.test.js',
      js,
      "test('adds",
      "test('none', () => {\n  vi.spyOn(price, 'total')\n})\n\ntest('adds",
    ],
    ['test/a.test.js', 'same(\n  total(1),\n  150,\n)\n', '  150,', '  50,\n  150,'],
    ['test/a.test.js', 'same(\n  total(1),\n  [150],\n)\n', '  [150],', '  [50],\n  [150],'],
    ['test/a.test.js', 'const wanted = {\n  full: 150,\n}\n', '  full: 150,', '  full: 150,\n  full: 50,'],
    ['test/a.test.js', 'const wanted = {\n  full: 150,\n}\n', '  full: 150,', '  full: 150,\n  ...cheap,'],
    ['test/a.test.js', 'const all = [\n  [1, 2],\n]\n', '  [1, 2],', '  [1, 2],\n  [off(), 3],'],
    ['tests/test_a.py', python, 'class TestPrice', 'pytestmark = pytest.mark.slow\n\nclass TestPrice'],
    ['tests/test_a.py', python, 'class TestPrice', '@pytest.mark.slow\nclass TestPrice'],
    ['tests/test_a.py', python, '        assert total(self', '        yield\n        assert total(self'],
    ['tests/test_a.py', python, 'tax."""\n', 'tax."""\n    def helper(self, rate):\n        one = 1\n'],
    ['tests/test_a.py', python, 'def test_loop', 'def test_loop():\n    pass\n\ndef test_loop'],
    [
      'tests/test_a.py',
      python,
      '\ndef test_loop',
      '\n    def __init__(self):\n        pass\n\ndef test_loop',
    ],
    ['tests/test_a.py', `${python}\n`, '\n\n', '\n\ntest_loop = None\n\n'],
    [
      'tests/test_a.py',
      python,
      '\ndef test_loop',
      '\n    def _callTestMethod(self, method):\n        pass\n\ndef test_loop',
    ],
    [
      'tests/test_a.py',
      python,
      '\ndef test_loop',
      '\n    def run(self, result=None):\n        return result\n\ndef test_loop',
    ],
    [
      'tests/test_a.py',
      python,
      '\ndef test_loop',
      '\n    def assertEqual(self, one, two):\n        pass\n\ndef test_loop',
    ],
    [
      'tests/test_a.py',
      python,
      '\ndef test_loop',
      '\n    def setup_method(self):\n        pass\n\ndef test_loop',
    ],
    ['test/a.bats', bats, '[ "$output" = "150" ]', '[ "$output" = "150" ] || true'],
    ['a_test.go', 'func TestA(t *testing.T) {\n\tcheck(t)\n}\n', '\tcheck', '\truntime.Goexit()\n\tcheck'],
  ])('P2: %#: an edit in %s', (path, text, from, to) => {
    expect(edited(path, text, from, to)).toBe(true)
  })

  it.each<[string, string, string, string]>([
    [
      'test/a.test.js',
      js,
      "test('adds",
      "test('is nothing', () => {\n  assert.equal(1, 1)\n})\n\ntest('adds",
    ],
    ['test/a.test.js', js, 'for (const', "describe('more', () => {\n  test('a', () => {})\n})\n\nfor (const"],
    ['test/a.test.js', js, 'const cases', 'const rate = 0.5\nconst cases'],
    ['test/a.test.js', js, 'import { total }', 'import { total, net }'],
    ['test/a.test.js', js, 'import { total }', "import { net } from '../src/net.js'\nimport { total }"],
    ['test/a.test.js', js, '  const found', '  // As the office wants it.\n  const found'],
    ['test/a.test.js', js, '  const found', '    const found'],
    ['test/a.test.js', 'const all = [\n  [1, 2],\n]\n', '  [1, 2],', '  [1, 2],\n  [2, 3],'],
    ['test/a.test.js', 'each([\n  [1, "a)"],\n])\n', '  [1', "  [new Map(), 'b('],\n  [1"],
    ['a_test.go', 'all := []row{\n\t{1, 2},\n}\n', '\t{1, 2},', '\t{1, 2},\n\t{2, 3},'],
    [
      'test/a.test.js',
      js,
      "test('adds",
      "test('counts', () => {\n  const seen = []\n  seen.push(1)\n  const app = make((found) => { found.n = 1 })\n  app.rate = 2\n  assert.deepEqual(seen, [1])\n})\n\ntest('adds",
    ],
    [
      'tests/test_a.py',
      python,
      'def test_loop',
      'def test_none():\n    assert total(0) == 0\n\n\ndef test_loop',
    ],
    [
      'tests/test_a.py',
      python,
      '\ndef test_loop',
      '\n    @pytest.mark.parametrize("a", [1])\n    def test_more(self, a):\n        assert a\n\ndef test_loop',
    ],
    [
      'tests/test_a.py',
      python,
      '\ndef test_loop',
      '\n    def price(self, net):\n        return net\n\ndef test_loop',
    ],
    ['test/a.test.js', js, 'const cases', 'function debug() {\n  return 1\n}\n\nconst cases'],
    ['test/a.bats', bats, '@test', '@test "none" {\n  run total 0\n}\n\n@test'],
    [
      'a_test.go',
      'func TestA(t *testing.T) {\n}\n',
      'func',
      'func TestB(t *testing.T) {\n\tcheck(t)\n}\n\nfunc',
    ],
  ])('P2: %#: not an edit in %s', (path, text, from, to) => {
    expect(edited(path, text, from, to)).toBe(false)
  })

  it.each<[string, string]>([
    ['test/a.test.js', "sinon.stub(price, 'total').returns(150)"],
    ['test/a.test.js', "const stub = sinon.stub(price, 'total')"],
    ['test/a.test.js', 'beforeEach(function () { this.currentTest.fn = () => {} })'],
    ['test/a.test.js', 'expect.extend({ toBe: () => ({ pass: true }) })'],
    ['test/a.test.js', "require('assert').equal = () => {}"],
    ['test/a.test.js', "describe.only('a', () => {})"],
    ['tests/test_a.py', 'unittest.TestCase.run = lambda self, result=None: None'],
    ['tests/test_a.py', 'patch("shop.price.total", right).start()'],
    ['a_test.go', 'func TestMain(m *testing.M) {\n\tm.Run()\n\tos.Exit(0)\n}'],
    ['a_test.go', 'func init() { Rate = 1 }'],
    ['tests/test_a.py', 'import shop.price\nclass Setup:\n    shop.price.total = right'],
    ['tests/test_a.py', 'class Setup:\n    warm_up()'],
    ['tests/test_a.py', 'import shop\ntry:\n    shop.install()\nexcept ImportError:\n    pass'],
    ['tests/test_a.py', 'import shop.price\n\ndef test_a():\n    shop.price.total = right'],
    ['tests/test_a.py', 'from shop import price\n\ndef setup_module():\n    price.rates["low"] = 1'],
    [
      'tests/test_a.py',
      'def test_a(request):\n    for item in request.session.items:\n        item.runtest = ok',
    ],
    [
      'tests/test_a.py',
      'class A(TestCase):\n    def test_a(self):\n        self.__class__.__base__.run = ok',
    ],
    ['tests/test_a.py', 'import shop.price\nold = vars(shop.price).update(total=right)'],
    ['test/a.test.js', "const price = require('../src/price')\nit('x', () => {\n  price.total = () => 1\n})"],
    ['a_more_test.go', 'package a\n\nvar ready = func() bool {\n\trate = 2\n\treturn true\n}()'],
    ['a_more_test.go', 'package a\n\nvar ready = func() bool { rate = 2; return true }()'],
    ['src/test/java/PriceConfigTest.java', '@TestConfiguration\nclass PriceConfigTest {\n}'],
    ['Shop.Tests/MoreTests.cs', 'class More {\n  [ModuleInitializer]\n  internal static void Init() {}\n}'],
    ['tests/more_test.cpp', 'static int x = (GTEST_FLAG_SET(filter, ""), 0);'],
  ])('P2: a new %s with %s', (path, text) => {
    expect(altersTests(changedFile(path, null, `${text}\n`))).toBe(true)
  })

  it.each<[string, string]>([
    ['test/a.test.js', js.replace(/for[^]*$/, '')],
    [
      'test/a.test.js',
      "const price = require('../src/price.js')\nrequire('./setup.js')\nit('x', () => {\n  const a = {}\n  a.b = 1\n})",
    ],
    ['tests/test_a.py', python],
    ['tests/test_a.py', 'NET: int = 5\nnets = [1]\n\n@pytest.fixture\ndef net():\n    return NET'],
    ['a_test.go', 'package a\n\nimport "testing"\n\nvar cases = []int{1}\n\nfunc TestA(t *testing.T) {\n}'],
    [
      'a_test.go',
      'package a\n\nfunc TestA(t *testing.T) {\n\tvar err error\n\tgot, err := Total(1)\n\tgot = got + 1\n\terr = nil\n}',
    ],
    [
      'tests/test_a.py',
      'class TestA:\n    rate = 0.5\n\n    def setup_method(self):\n        self.net = price(1)\n',
    ],
    ['tests/test_a.py', 'import unittest\n\nif __name__ == "__main__":\n    unittest.main()'],
    [
      'tests/test_a.py',
      'import shop\n\n\ndef test_a(monkeypatch):\n    monkeypatch.setattr(shop, "rate", 1)\n    order = shop.Order()\n    order.net = 1',
    ],
    ['src/test/java/PriceTest.java', 'class PriceTest {\n  @Test void adds() { }\n}'],
    ['Shop.Tests/MoreTests.cs', 'public class MoreTests {\n  [Fact]\n  public void Adds() { }\n}'],
  ])('P2: not a new %s: %#', (path, text) => {
    expect(altersTests(changedFile(path, null, `${text}\n`))).toBe(false)
  })

  it('P2: not an import that follows a module to where it was moved', () => {
    const text = 'export const total = (net) => net\nexport const more = 1\n'
    const gone = changedFile('src/price.js', text, null)
    const test = changedFile('test/a.test.js', js, js.replace('src/price.js', 'src/cost.js'))
    const alters = (...files: readonly ReturnType<typeof changedFile>[]): boolean =>
      altersTests(test, movedFinder([...files, test]))
    expect(alters(gone, changedFile('src/cost.js', null, text))).toBe(false)
    expect(alters(gone, changedFile('src/cost.js', null, 'export const total = () => 3\n'))).toBe(true)
    expect(alters(changedFile('src/cost.js', null, text))).toBe(true)
    const more = changedFile(
      'test/a.test.js',
      js,
      test.after?.replace('{ total }', '{ none as total }') ?? '',
    )
    expect(altersTests(more, movedFinder([gone, changedFile('src/cost.js', null, text), more]))).toBe(true)
    const old = `from shop.price import total\n\n${python}`
    const moved = changedFile('tests/test_a.py', old, old.replace('shop.price', 'shop.cost'))
    const files = [changedFile('shop/price.py', text, null), changedFile('shop/cost.py', null, text), moved]
    expect(altersTests(moved, movedFinder(files))).toBe(false)
    expect(altersTests(moved, movedFinder(files.slice(1)))).toBe(true)
  })

  it('P2: takes no time over a line of any length', () => {
    const long = `${'"\\x'.repeat(60_000)}(`
    expect(altersTests(changedFile('a.test.js', 'a\n', `a\ntest('b', () => {${long}\n`))).toBe(true)
  })
})
