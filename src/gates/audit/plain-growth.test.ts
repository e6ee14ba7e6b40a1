import { describe, expect, it } from 'vitest'
import { auditOf, changedFile } from '../../../test/harness/audit-of.ts'

const conftest = 'import pytest\n\n\n@pytest.fixture\ndef rate():\n    return 0.5\n'
const makefile = [
  'CC = cc',
  'OBJS = price.o stock.o',
  '.PHONY: test',
  'test: run_tests',
  '\t./run_tests',
  'run_tests: $(OBJS)',
  '\t$(CC) -o run_tests $(OBJS)',
  '',
].join('\n')

function isRefused(path: string, before: string | null, after: string): boolean {
  expect(after).not.toBe(before)
  return auditOf([changedFile(path, before, after)], { commands: ['make test'] }).includes(
    'gate-definition refused',
  )
}

describe('files that define gates and have more than they had', () => {
  it.each<[string, string | null, string]>([
    ['tests/conftest.py', conftest, `${conftest}\n\n@pytest.fixture\ndef net(tmp_path):\n    return 100\n`],
    ['tests/conftest.py', null, conftest],
    ['conftest.py', conftest, conftest.replace('import pytest', 'import pytest\nfrom shop import price')],
    ['conftest.py', conftest, `${conftest}\n\ndef make_order(net):\n    return {"net": net}\n`],
    ['Makefile', makefile, makefile.replace('stock.o', 'stock.o discount.o')],
    ['Makefile', makefile, makefile.replace('price.o', 'discount.o price.o')],
    ['Makefile', makefile, `${makefile}\ndocs:\n\tdoxygen\n`],
    ['Makefile', makefile, `${makefile.replace('.PHONY: test', '.PHONY: test docs')}\ndocs:\n\tdoxygen\n`],
    ['Makefile', makefile, makefile.replace('CC = cc', '# The compiler.\nCC = cc')],
    [
      'pytest.ini',
      '[pytest]\nmarkers =\n    slow: long\n',
      '[pytest]\nmarkers =\n    slow: long\n    net: far\n',
    ],
  ])('P2: may: %s: %#', (path, before, after) => {
    expect(isRefused(path, before, after)).toBe(false)
  })

  it.each<[string, string | null, string]>([
    ['tests/conftest.py', conftest, conftest.replace('0.5', '0')],
    [
      'tests/conftest.py',
      conftest,
      `${conftest}\n\n@pytest.fixture(autouse=True)\ndef calm():\n    mend()\n`,
    ],
    ['tests/conftest.py', null, 'def pytest_collection_modifyitems(items):\n    items[:] = []\n'],
    ['tests/conftest.py', null, 'import sys\nsys.modules["shop"] = object()\n'],
    ['tests/conftest.py', null, 'import shop.price\nshop.price.total = None\n'],
    ['tests/conftest.py', null, 'collect_ignore = ["test_price.py"]\n'],
    ['tests/conftest.py', null, 'pytest_plugins = ["shop.plug"]\n'],
    ['tests/conftest.py', conftest, `${conftest}\n\n@pytest.fixture\ndef rate():\n    return 1\n`],
    ['Makefile', makefile, makefile.replace('./run_tests', 'true')],
    ['Makefile', makefile, makefile.replace('\t./run_tests', '\t-./run_tests')],
    ['Makefile', makefile, makefile.replace('\t./run_tests', '\ttrue\n\t./run_tests || true')],
    ['Makefile', makefile, makefile.replace('CC = cc', 'CC = cc\nSHELL = /bin/true')],
    ['Makefile', makefile, makefile.replace('CC = cc', 'CC = cc -DNDEBUG')],
    ['Makefile', makefile, `${makefile}.IGNORE:\n`],
    ['Makefile', makefile, `${makefile}test:\n\ttrue\n`],
    ['Makefile', makefile, `${makefile}price.o: good.c\n\tcc -c -o price.o good.c\n`],
    ['Makefile', makefile, `${makefile}%.o: good/%.c\n\tcc -c -o $@ $<\n`],
    ['Makefile', makefile, `${makefile}-include more.mk\n`],
    ['Makefile', makefile, makefile.replace('price.o stock.o', 'stock.o')],
    ['Makefile', makefile, makefile.replace('test: run_tests\n', 'test: run_tests\nmore:\n')],
    ['Makefile', makefile, makefile.replace('test: run_tests\n', 'test: run_tests more\nmore:\n')],
    ['Makefile', makefile, makefile.replace('.PHONY: test\n', '.PHONY: test more\nmore:\n\ttrue\n')],
    [
      'Makefile',
      makefile,
      `${makefile.replace('test: run_tests', 'test: run_tests last')}last:\n\techo > run_tests\n`,
    ],
    ['Makefile', makefile, makefile.replace('CC = cc', 'CC = cc good.c')],
    ['Makefile', makefile, `${makefile}docs: $(shell touch run_tests)\n`],
    ['pytest.ini', '[pytest]\naddopts =\n    -q\n', '[pytest]\naddopts =\n    -q\n    -k none\n'],
    [
      'pytest.ini',
      '[pytest]\nfilterwarnings =\n    error\n',
      '[pytest]\nfilterwarnings =\n    error\n    ignore: all\n',
    ],
    ['pytest.ini', '[pytest]\n', '[pytest]\npython_files: none\n'],
    [
      'pytest.ini',
      '[pytest]\nmarkers =\n    a: b\nnorecursedirs =\n    .git\n',
      '[pytest]\nmarkers =\n    a: b\nnorecursedirs =\n    .git\n    more: unit\n',
    ],
  ])('P2: may not: %s: %#', (path, before, after) => {
    expect(isRefused(path, before, after)).toBe(true)
  })
})
