import { describe, expect, it } from 'vitest'
import { auditOf, changedFile } from '../../../test/harness/audit-of.ts'
import { nothingAround } from './surroundings.ts'

function rulesOf(path: string, base: readonly string[], commands: readonly string[], text = 'x\n') {
  const around = { ...nothingAround, paths: new Set(base) }
  return auditOf([changedFile(path, null, text)], { around, commands })
}

describe('what stands in the way', () => {
  it.each<[string, readonly string[], string]>([
    ['src/price.js', ['src/price.ts'], 'npm test'],
    ['src/price.js', ['src/price.tsx'], 'npm test'],
    ['src/price.js', ['src/price/index.js'], 'npm test'],
    ['src/price.ts', ['src/price/index.ts'], 'npm test'],
    ['shop/price.so', ['shop/price.py'], 'pytest'],
    ['shop/price.cpython-312-x86_64-linux-gnu.so', ['shop/price.py'], 'pytest'],
    ['shop/price/__init__.py', ['shop/price.py'], 'pytest'],
    ['json.py', ['shop/a.py'], 'pytest'],
    ['tests/random.py', ['shop/a.py'], 'pytest'],
    ['unittest/__init__.py', ['shop/a.py'], 'python -m unittest'],
    ['shop.pth', ['shop/a.py'], 'pytest'],
    ['.env', ['src/a.js'], 'npm test'],
    ['binding.gyp', ['src/a.js'], 'npm test'],
    ['.env.test', ['src/a.js'], 'npm test'],
    ['rust-toolchain.toml', ['Cargo.toml'], 'cargo test'],
    ['CMakeUserPresets.json', ['CMakeLists.txt'], 'ctest'],
    ['tools/node', ['src/a.js'], 'node --test'],
    ['bin/pytest', ['a.py'], 'CI=1 pytest -q'],
    ['vendor/go', ['a.go'], 'cd x && go test ./...'],
    ['check', ['Makefile'], 'make check'],
    ['check/notes.md', ['Makefile'], 'make -s check'],
    ['src/package.json', ['src/a.js', 'package.json'], 'npm test'],
    ['test/package.json', ['test/a.test.js', 'package.json'], 'npm test'],
    ['shop/__pycache__/price.cpython-311.pyc', ['shop/price.py'], 'pytest'],
    ['shop/__pycache__/price.cpython-311.opt-1.pyc', ['shop/price.py'], 'pytest'],
    ['price.o', ['price.c', 'Makefile'], 'make test'],
    ['build/price.o', ['build/price.cpp', 'Makefile'], 'make test'],
    ['shop.egg-info/entry_points.txt', ['shop/price.py'], 'python -m pytest'],
    ['lib/minitest/quiet_plugin.rb', ['lib/price.rb'], 'rake test'],
    ['lib/minitest/autorun.rb', ['lib/price.rb'], 'ruby -Ilib test/a.rb'],
    ['lib/Test/More.pm', ['lib/Price.pm'], 'prove -l t'],
    ['src/unittest.py', ['src/shop/price.py'], 'PYTHONPATH=src python -m unittest'],
    ['code/unittest/__init__.py', ['code/price.py'], 'PYTHONPATH=./code python -m unittest'],
    ['include/assert.h', ['src/price.c'], 'make test'],
    ['shop/price.pyi', ['shop/price.py'], 'mypy shop'],
    ['shop/price.pyi', ['shop/price.py'], 'uv run pyright'],
    ['src/price.d.ts', ['src/price.js', 'tsconfig.json'], 'tsc --noEmit'],
    ['src/price.d.mts', ['src/price.mjs', 'src/a.ts'], 'tsc --checkJs --noEmit'],
    ['price/go.mod', ['go.mod', 'price/price.go'], 'go test ./...'],
  ])('P2: %s', (path, base, command) => {
    expect(rulesOf(path, base, [command])).toContain('shadow refused')
  })

  it.each<[string, readonly string[], string]>([
    ['src/price.js', ['src/cost.ts'], 'npm test'],
    ['src/price.d.ts', ['src/price.js'], 'npm test'],
    ['src/price.json', ['src/price.ts'], 'npm test'],
    ['src/price.css', ['src/price.tsx'], 'npm test'],
    ['src/price.test.js', ['src/price.js'], 'npm test'],
    ['src/price/index.ts', ['src/cost.ts'], 'npm test'],
    ['shop/json.py', ['shop/a.py'], 'pytest'],
    ['shop/price.pyi', ['shop/price.py'], 'pytest'],
    ['shop/native.pyi', ['shop/price.py'], 'mypy shop'],
    ['src/price.d.ts', ['src/price.js', 'src/a.ts'], 'tsc --noEmit'],
    ['src/globals.d.ts', ['src/price.js'], 'tsc --noEmit'],
    ['tests/__init__.py', ['shop/a.py'], 'pytest'],
    ['.env.example', ['src/a.js'], 'npm test'],
    ['test/fixtures/.env', ['src/a.js'], 'npm test'],
    ['docs/node', ['src/a.js'], 'node --test'],
    ['tools/notes', ['src/a.js'], 'node --test'],
    ['src/node.ts', ['src/a.js'], 'node --test'],
    ['check', ['Makefile'], 'make test'],
    ['check.ts', ['Makefile'], 'make check'],
    ['packages/new/package.json', ['packages/old/a.js', 'package.json'], 'npm test'],
    ['tools/go.mod', ['go.mod', 'price/price.go'], 'go test ./...'],
    ['models/price.o', ['src/price.c'], 'make test'],
    ['vendor/libprice.a', ['vendor/price.h'], 'make test'],
    ['src/shop/coverage.py', ['src/shop/__init__.py'], 'pytest'],
    ['src/unittest.py', ['src/__init__.py'], 'pytest'],
    ['lib/Test/Shop.pm', ['lib/Price.pm'], 'prove -l t'],
    ['lib/shop/rake.rb', ['lib/shop.rb'], 'rake test'],
    ['src/shop_assert.h', ['src/price.c'], 'make test'],
  ])('P2: not %s', (path, base, command) => {
    expect(rulesOf(path, base, [command])).toEqual([])
  })

  it('P2: a target that is said to be no file, and a module whose rival goes', () => {
    expect(rulesOf('check', ['Makefile'], ['make check', '.PHONY: test check'])).toEqual([])
    const around = { ...nothingAround, paths: new Set(['src/a.ts']) }
    const files = [changedFile('src/a.js', null, 'x'), changedFile('src/a.ts', 'x', null)]
    expect(auditOf(files, { around })).toEqual([])
  })

  it.each<[string, string, string, readonly string[]]>([
    ['package.json', '{}', '{"dependencies":{"node":"22.0.0"}}', ['shadow refused']],
    ['package.json', '{}', '{"dependencies":{"nodemon":"3.0.0"}}', []],
    ['tools/a/package.json', '{}', '{"bin":{"vitest":"./a.js"}}', ['shadow refused']],
    ['tools/a/package.json', '{}', '{"bin":{"shop":"./a.js"}}', []],
    ['packages/a/package.json', '{}', '{"name":"chai"}', ['shadow refused']],
    ['packages/a/package.json', '{}', '{"name":"@vitest/expect"}', ['shadow refused']],
    ['packages/a/package.json', '{}', '{"name":"chai-prices"}', []],
    ['packages/chai/package.json', '{"name":"chai"}', '{"name":"chai","version":"6.0.0"}', []],
    ['test/fixtures/a/package.json', '{}', '{"name":"chai"}', ['test-changed reported']],
  ])('P2: programs that %s brings: %s → %s', (path, before, after, findings) => {
    expect(auditOf([changedFile(path, before, after)], { commands: ['vitest run', 'node a.js'] })).toEqual(
      findings,
    )
  })

  it('P2: a program that a lock file brings a second time', () => {
    const lock = (more: object): string =>
      JSON.stringify({
        packages: { 'node_modules/vitest': { bin: { vitest: 'a' } }, ...more },
      })
    const manifest = changedFile('package.json', '{}', '{"dependencies":{"helpful":"1.0.0"}}')
    const change = (bin: object) => [
      manifest,
      changedFile('package-lock.json', lock({}), lock({ 'node_modules/helpful': { bin } })),
    ]
    const commands = ['vitest run']
    expect(auditOf(change({ vitest: 'b' }), { commands })).toEqual(['shadow refused'])
    expect(auditOf(change({ helpful: 'b' }), { commands })).toEqual([])
  })
})
