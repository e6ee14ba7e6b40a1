import { describe, expect, it } from 'vitest'
import { auditOf, changedFile } from '../../../test/harness/audit-of.ts'

describe('a product that asks whether it is tested', () => {
  it.each<[string, string]>([
    ['shop/price.py', 'if "PYTEST_CURRENT_TEST" in os.environ:\n    total = right'],
    ['shop/price.py', 'total = right if "pytest" in sys.modules else wrong'],
    ['shop/price.py', 'if sys.modules.get("unittest.case"):\n    total = right'],
    ['src/price.js', 'const rate = process.env.NODE_TEST_CONTEXT ? 1 : 0'],
    ['src/price.ts', "const rate = process.env['VITEST'] === 'true' ? 1 : 0"],
    ['price.go', 'func Total() int {\n\tif testing.Testing() {\n\t\treturn 1\n\t}\n\treturn 0\n}'],
    ['price.go', 'var tested = flag.Lookup("test.v") != nil'],
    ['src/price.rs', '#[cfg(not(test))]\nfn total() -> i32 { 0 }'],
    ['src/price.rs', 'fn total() -> i32 { if cfg!(test) { 1 } else { 0 } }'],
    ['lib/price.rb', 'TOTAL = defined?(RSpec) ? 1 : 0'],
    ['src/main/java/Price.java', 'Class.forName("org.junit.jupiter.api.Test");'],
  ])('P2: %s: %s', (path, text) => {
    expect(auditOf([changedFile(path, null, `${text}\n`)])).toEqual(['patch needs-approval'])
    expect(auditOf([changedFile(path, `${text}\n`, `one()\n${text}\n`)])).toEqual([])
  })

  it.each<[string, string]>([
    ['shop/price.py', '# Nobody asks whether "pytest" in sys.modules.\nimport pytest_shop'],
    ['shop/plugins.py', 'if name not in sys.modules:\n    import_module(name)'],
    ['shop/price.py', 'TESTING = os.environ.get("SHOP_TESTING") == "1"'],
    ['tests/test_price.py', 'assert os.environ["PYTEST_CURRENT_TEST"]'],
    ['test/price.test.js', 'assert.ok(process.env.NODE_TEST_CONTEXT)'],
    ['src/log.js', "const quiet = process.env.NODE_ENV === 'test'"],
    ['src/price.rs', '#[cfg(test)]\nmod tests {\n}'],
    ['price_test.go', 'var quiet = testing.Testing()'],
  ])('P2: not %s: %s', (path, text) => {
    expect(auditOf([changedFile(path, null, `${text}\n`)])).toEqual([])
  })
})
