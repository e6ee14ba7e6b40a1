import { describe, expect, it } from 'vitest'
import { jsTest as js } from '../../../test/fixtures/js-test.ts'
import { auditOf, changedFile } from '../../../test/harness/audit-of.ts'

describe('a new test that runs only where it can', () => {
  const python = `import pytest
from money import total


def test_adds():
    assert total(1, 2) == 3


class TestMore:
    def test_nothing(self):
        assert total() == 0
`
  const go = `package money

func TestAdds(t *testing.T) {
\tif Add(1, 2) != 3 {
\t\tt.Fatal("no")
\t}
}
`
  const rust = `#[cfg(test)]
mod tests {
    #[test]
    fn adds() {
        assert_eq!(add(1, 2), 3);
    }
}
`
  it.each<[string, string, string, string]>([
    [
      'a function with a mark',
      'tests/test_money.py',
      python,
      '\n\n@pytest.mark.skipif(WIN, reason="no sed there")\ndef test_sed():\n    assert total(3) == 3\n',
    ],
    [
      'a function with a mark that others have',
      'tests/test_money.py',
      python.replace('def test_adds', '@pytest.mark.skipif(WIN, reason="no sed there")\ndef test_adds'),
      '\n\n@pytest.mark.skipif(WIN, reason="no sed there")\ndef test_sed():\n    assert total(3) == 3\n',
    ],
    [
      'a mark over several lines',
      'tests/test_money.py',
      python,
      '\n\n@pytest.mark.skipif(\n    WIN,\n    reason="no sed there",\n)\ndef test_sed():\n    assert total(3) == 3\n',
    ],
    [
      'a call that only goes through there',
      'test/a.test.js',
      js,
      "\nit.skipIf(isWindows)('lists links', () => {\n  equal(list(), 1)\n})\n",
    ],
    [
      'a test that leaves by itself',
      'test/a.test.js',
      js,
      "\nit('asks again', function () {\n  if (!canAsk) {\n    this.skip()\n  }\n  equal(ask(), 1)\n})\n",
    ],
    [
      'a test in Go',
      'money_test.go',
      go,
      '\nfunc TestLinks(t *testing.T) {\n\tif runtime.GOOS == "windows" {\n\t\tt.Skip("no links")\n\t}\n\tif Links() != 1 {\n\t\tt.Fatal("no")\n\t}\n}\n',
    ],
  ])('P2: %s is reported', (_, path, before, added) => {
    expect(auditOf([changedFile(path, before, before + added)])).toEqual(['test-skipped reported'])
  })

  const java = `import org.junit.Test;

public class MoneyTest {
  @Test
  public void adds() {
    assertEquals(3, add(1, 2));
  }
}
`
  it('P2: a method with a mark above it is reported, and its import is none of our business', () => {
    const added =
      '\n  @Test\n  public void links() {\n    assumeTrue(hasLinks());\n    assertEquals(1, links());\n  }\n}\n'
    const after = java
      .replace('import', 'import static org.junit.Assume.assumeTrue;\nimport')
      .replace(/}\n$/, added)
    expect(auditOf([changedFile('src/test/java/MoneyTest.java', java, after)])).toEqual([
      'test-skipped reported',
    ])
  })

  it('P2: a new method before the first one is the same, though both begin alike', () => {
    const links =
      '  @Test\n  public void links() {\n    assumeTrue(hasLinks());\n    assertEquals(1, links());\n  }\n\n'
    const after = java.replace('  @Test', `${links}  @Test`)
    expect(auditOf([changedFile('src/test/java/MoneyTest.java', java, after)])).toEqual([
      'test-skipped reported',
    ])
  })

  it('P2: another reason for a test that never ran', () => {
    const before = java.replace('  @Test', '  @Ignore\n  @Test')
    const after = java.replace('  @Test', '  @Ignore("It needs a network")\n  @Test')
    expect(auditOf([changedFile('src/test/java/MoneyTest.java', before, after)])).toEqual([])
    expect(auditOf([changedFile('src/test/java/MoneyTest.java', java, after)])).toEqual([
      'test-skipped refused',
    ])
  })

  const mark = '@pytest.mark.skipif(WIN, reason="x")\n'
  const body = js.slice(js.indexOf('it('))
  it.each<[string, string, string, string]>([
    ['an old one', 'tests/test_money.py', python, python.replace('def test_adds', `${mark}def test_adds`)],
    [
      'one in the way of an old one',
      'tests/test_money.py',
      python,
      `${python}\n\n${mark}def test_adds():\n    pass\n`,
    ],
    [
      'an old one, as a new one is,',
      'tests/test_money.py',
      python,
      `${python.replace('def test_adds', `${mark}def test_adds`)}\n\n${mark}def test_sed():\n    pass\n`,
    ],
    [
      'a whole class of old ones',
      'tests/test_money.py',
      python,
      python.replace('class TestMore', `${mark}class TestMore`),
    ],
    [
      'a whole file',
      'tests/test_money.py',
      python,
      python.replace('\n\n\ndef', '\n\npytestmark = pytest.mark.skipif(WIN, reason="x")\n\n\ndef'),
    ],
    [
      'one that never runs',
      'tests/test_money.py',
      python,
      `${python}\n\n@pytest.mark.skipif(True, reason="x")\ndef test_sed():\n    pass\n`,
    ],
    [
      'a suite around old ones',
      'test/a.test.js',
      js,
      `${js.replace("it('adds'", "describe.skipIf(isWindows)('all', () => {\nit('adds'")}})\n`,
    ],
    [
      'a suite in the place of old ones',
      'test/a.test.js',
      js,
      `${js.replace(body, '')}describe.skipIf(isWindows)('all', () => {\n  ${body.replaceAll('\n', '\n  ').trimEnd()}\n})\n`,
    ],
    [
      'an old one, by a condition inside',
      'test/a.test.js',
      js,
      js.replace('  const total', '  if (isWindows) this.skip()\n  const total'),
    ],
    [
      'what a new one is singled out from',
      'test/a.test.js',
      js,
      `${js}\nit.only('links', () => {\n  if (isWindows) equal(1, 1)\n})\n`,
    ],
  ])('P2: %s that is kept from running is refused', (_, path, before, after) => {
    expect(auditOf([changedFile(path, before, after)])).toContain('test-skipped refused')
  })

  it('P2: one beside the code that some machines leave out keeps no old one from running', () => {
    const added =
      '    #[cfg_attr(miri, ignore)]\n    #[test]\n    fn links() {\n        assert_eq!(links(), 1);\n    }\n'
    const after = `${rust.trimEnd().slice(0, -1)}${added}}\n`
    expect(auditOf([changedFile('src/money.rs', rust, after)])).toEqual([])
  })
})
