import { describe, expect, it } from 'vitest'
import { auditOf, changedFile } from '../../../test/harness/audit-of.ts'

function found(path: string, text: string): readonly string[] {
  return auditOf([changedFile(path, null, text)]).filter((finding) => finding.startsWith('patch'))
}

describe('what patches the product from the test side', () => {
  it.each<[string, string]>([
    ['test/a.test.js', 'Price.prototype.total = () => 1'],
    ['test/a.test.js', "Object.defineProperty(Price.prototype, 'total', { value: one })"],
    ['test/a.test.js', 'require.cache[key] = { exports }'],
    ['test/a.test.js', 'Module._load = (name) => own[name]'],
    ['test/a.test.js', 'Math.round = Math.floor'],
    ['test/a.test.js', 'JSON.stringify = () => "{}"'],
    ['test/a.test.js', 'assert.equal = () => {}'],
    ['test/a.test.js', "require('../src/price.js').total = () => 150"],
    ['test/a.test.js', "const price = require('../src/price.js')\nprice.total = () => 150"],
    ['test/a.test.ts', 'globalThis.total = () => 150'],
    ['test/setup/mocks.ts', "vi.mock('../../src/price.ts', () => ({ total: () => 150 }))"],
    ['src/testing/setup.js', "jest.mock('../price')"],
    ['tests/test_a.py', 'sys.modules["shop.price"] = fake'],
    ['tests/test_a.py', 'builtins.round = floor'],
    ['tests/test_a.py', 'from shop import price\nprice.total = lambda net, rate: 150'],
    ['tests/test_a.py', 'import shop.price as price\nsetattr(price, "total", fake)'],
    ['tests/__init__.py', 'sys.modules["shop"] = fake'],
    ['shop/__init__.py', 'sys.modules["shop.price"] = fake'],
    ['tests/conftest.py', 'def pytest_runtest_makereport(item):\n    report.outcome = "passed"'],
    ['spec/a_spec.rb', 'Price.class_eval do'],
  ])('P2: in %s: %s', (path, text) => {
    expect(found(path, `${text}\n`)).toEqual(['patch needs-approval'])
  })

  it.each<[string, string]>([
    ['src/a.js', 'Price.prototype.total = () => 1'],
    ['test/a.test.js', 'class Price {}\nPrice.prototype.total = () => 1'],
    ['test/a.test.js', 'delete require.cache[key]'],
    ['test/a.test.js', 'Date.now = () => 5'],
    ['test/a.test.js', '  globalThis.fetch = fake'],
    ['test/a.test.js', 'globalThis.fetch = fake'],
    ['test/a.test.js', "vi.mock('../src/clock.ts')\ntest('a', () => {})"],
    ['test/a.test.js', 'const program = `\nMath.round = Math.floor\nrequire.cache[a] = b\n`'],
    ['test/a.test.js', "const price = require('../src/price.js')\ntest('a', () => {\n  price.rate = 1\n})"],
    ['test/a.test.js', '// Price.prototype.total = nothing'],
    ['test/a.test.js', "const text = 'sys.modules[1] = 2'"],
    ['tests/test_a.py', 'def test_a(monkeypatch):\n    monkeypatch.setattr(price, "total", fake)'],
    ['tests/test_a.py', 'from shop import price\ndef test_a():\n    assert price.total == 1'],
    ['shop/__init__.py', 'from shop.price import total\n__all__ = ["total"]'],
  ])('P2: not in %s: %s', (path, text) => {
    expect(found(path, `${text}\n`)).toEqual([])
  })
})
