import { describe, expect, it } from 'vitest'
import { auditOf, changedFile } from '../../../test/harness/audit-of.ts'
import { nothingAround } from './surroundings.ts'

const asked = (path: string, command: string, before: string | null, after = 'b\n'): readonly string[] =>
  auditOf([changedFile(path, before, after)], {
    commands: [command],
    around: { ...nothingAround, paths: new Set(['src/a.js', 'a.go']) },
  })

describe('what tools read to know what they look at', () => {
  it.each([
    'web-test-runner.config.mjs',
    '.labrc.js',
    'codecept.conf.js',
    'node.config.json',
    '.size-limit.json',
    'eslint-suppressions.json',
    'phpstan-baseline.neon',
    '.rubocop_todo.yml',
    'lint.xml',
    'config/checkstyle/suppressions.xml',
    '.bazelrc',
    'dart_test.yaml',
    'analysis_options.yaml',
    '.proverc',
    '.clang-tidy',
    'deny.toml',
    'gulpfile.js',
    'xunit.runner.json',
    '.flowconfig',
    '.importlinter',
    '.stestr.conf',
    'lighthouserc.json',
    'src/main/resources/junit-platform.properties',
    'src/main/resources/META-INF/services/org.junit.jupiter.api.extension.Extension',
    'patches/vitest+4.1.0.patch',
    'vendor/github.com/stretchr/testify/assert/assertions.go',
  ])('P2: %s, new or changed', (path) => {
    expect(asked(path, 'npm test', null)).toContain('gate-definition refused')
    expect(asked(path, 'npm test', 'a\n')).toContain('gate-definition refused')
  })

  it.each<[string, string]>([
    ['.foo-lintrc', 'foo-lint src'],
    ['.foo-lintrc.json', 'npx foo-lint src'],
    ['.foo-lintignore', 'foo-lint src'],
    ['foo-lint.config.mjs', 'CI=1 foo-lint src'],
    ['foo-lint.toml', 'foo-lint src'],
    ['foo-lint.ts', 'foo-lint src'],
    ['.yamllint', 'yamllint .'],
    ['.sqlfluff', 'python -m sqlfluff lint'],
    ['src/.clang-format', 'clang-format --dry-run -Werror src/*.c'],
    ['.tflint.hcl', 'tflint'],
    ['_typos.toml', 'typos'],
    ['.scalafmt.conf', 'scalafmt --test'],
    ['foundry.toml', 'forge test'],
    ['ty.toml', 'uv run ty check'],
    ['.swiftformat', 'mise exec -- swiftformat --lint .'],
    ['pyrefly.toml', 'uvx pyrefly check'],
    ['docker-compose.override.yml', 'docker compose run test'],
    ['Makefile.local', '-include Makefile.local'],
  ])('P2: %s, for `%s`', (path, command) => {
    expect(asked(path, command, null)).toEqual(['gate-definition refused'])
    expect(asked(path, 'npm test', null)).toEqual([])
  })

  it.each<[string, string | null, string]>([
    ['gradle/testing.gradle', 'test { }\n', 'test { ignoreFailures = true }\n'],
    ['go.mod', 'require a v1\n', 'require a v1\nreplace a => ./a\n'],
    ['pyproject.toml', '[project]\n', '[project]\n[project.entry-points.pytest11]\na = "a.b"\n'],
    ['pyproject.toml', '[project]\n', '[project]\n[tool.uv.sources]\npytest = { path = "a" }\n'],
    ['setup.cfg', '[options]\n', '[options]\npytest11 = a\n'],
    ['requirements-dev.txt', 'pytest==8\n', 'pytest @ file:vendor/pytest\n'],
    ['pnpm-workspace.yaml', 'packages:\n  - a\n', 'packages:\n  - a\noverrides:\n  vitest: file:v\n'],
    ['pnpm-workspace.yaml', 'packages:\n  - a\n', "packages:\n  - a\n  - '!b'\n"],
    ['pnpm-workspace.yaml', 'packages:\n  - a\n  - b\n', 'packages:\n  - b\n'],
    ['pnpm-workspace.yaml', 'catalog:\n  chai: ^5\n', 'catalog:\n  chai: npm:loose@1\n'],
    [
      'angular.json',
      '{"projects":{"a":{"architect":{"test":{"options":{}}}}}}',
      '{"projects":{"a":{"architect":{"test":{"options":{"exclude":["**/*.spec.ts"]}}}}}}',
    ],
    ['.gitignore', 'dist/\n', 'dist/\nsrc/a.js\n'],
    ['.gitignore', null, '*.js\n'],
    ['src/.gitignore', null, '/a.js\n'],
    ['meson.build', "test('a', a)\n", '\n'],
    ['mix.exs', 'aliases: [a]\n', 'aliases: [test: "true"]\n'],
    ['Makefile.am', 'TESTS = a b\n', 'TESTS = a\n'],
    ['.editorconfig', '[*]\n', '[*]\ndotnet_diagnostic.CA1.severity = none\n'],
    ['.env', 'A=1\n', 'A=1\nNODE_OPTIONS=--import ./a.mjs\n'],
    ['.env.test', 'CHECKS=on\n', 'CHECKS=off\n'],
  ])('P2: a part of %s: %#', (path, before, after) => {
    expect(asked(path, 'npm test', before, after)).toEqual(['gate-definition refused'])
  })

  it.each<[string, string | null, string]>([
    ['gradle/more.gradle', null, 'ext { a = 1 }\n'],
    ['go.mod', 'require a v1\n', 'require a v1\nrequire b v1\n'],
    ['pyproject.toml', '[project]\n', '[project]\n[tool.uv.sources]\nshop = { workspace = true }\n'],
    ['setup.py', 'setup(version="1")\n', 'setup(version="2", install_requires=["a"])\n'],
    ['requirements-dev.txt', 'pytest==8\n', 'pytest==8.1\nhttpx==1\n'],
    ['pnpm-workspace.yaml', 'packages:\n  - a\n', 'packages:\n  - a\n  - b\n'],
    ['pnpm-workspace.yaml', 'catalog:\n  chai: ^5\n', 'catalog:\n  chai: ^6\n  more: npm:b@1\n'],
    [
      'angular.json',
      '{"projects":{"a":{"architect":{"build":{"options":{}}}}}}',
      '{"projects":{"a":{"architect":{"build":{"options":{"assets":["b"]}}}}}}',
    ],
    ['.gitignore', 'dist/\n', 'dist/\n*.log\nsrc/b.js\n.env\n/a.js\n'],
    ['.gitignore', 'dist/\n', 'dist/\nsrc/*\n!src/a.js\n'],
    ['meson.build', "test('a', a)\n", "executable('b', 'b.c')\ntest('a', a)\n"],
    ['mix.exs', '{:a, "1"}\n', '{:a, "1"},\n{:b, "1", only: :test}\n'],
    ['.editorconfig', '[*]\n', '[*]\nindent_size = 2\n'],
    ['.env', 'A=1\n', 'A=1\nB=2\n'],
    ['.env.test', 'CHECKS=on\n', 'CHECKS=on\nMORE=1\n'],
    ['Dockerfile', 'CMD a\n', 'CMD b\n'],
    ['src/robot.toml', null, 'a = 1\n'],
    ['src/main/resources/META-INF/services/shop.Provider', null, 'shop.A\n'],
    ['vendor/github.com/x/y/y.go', 'package y\n', 'package y\n\nvar A = 1\n'],
  ])('P2: not a part of %s: %#', (path, before, after) => {
    expect(asked(path, 'npm test', before, after)).toEqual([])
  })

  it.each<[string, string]>([
    ['bandit', 'bandit -r src'],
    ['vulture', 'python3 -m vulture src'],
    ['ty.rules', 'uv run ty check'],
    ['importlinter', 'lint-imports'],
    ['codespell', 'poetry run codespell'],
    ['deptry.per_rule_ignores', 'uvx deptry .'],
  ])('P2: [tool.%s] of pyproject.toml, for `%s`', (section, command) => {
    const [before, after] = ['[project]\n', `[project]\n[tool.${section}]\na = 1\n`]
    expect(asked('pyproject.toml', command, before, after)).toEqual(['gate-definition refused'])
    expect(asked('pyproject.toml', command, after, before)).toEqual(['gate-definition refused'])
    expect(asked('pyproject.toml', 'pytest', before, after)).toEqual([])
    expect(asked('pyproject.toml', command, after, `${after}[tool.shop]\nb = 1\n`)).toEqual([])
  })

  it('P2: what an installer has in pyproject.toml says nothing of what is proven', () => {
    for (const name of ['poetry', 'uv', 'pdm']) {
      const text = `[tool.${name}]\npackage = true\n`
      expect(asked('pyproject.toml', `${name} run pytest`, '[project]\n', `[project]\n${text}`)).toEqual([])
    }
  })

  it('P2: modules that come before those of the tests', () => {
    expect(asked('src/main/java/org/junit/jupiter/api/Assertions.java', 'mvn test', null)).toEqual([
      'shadow refused',
    ])
    expect(asked('src/main/java/shop/Assertions.java', 'mvn test', null)).toEqual([])
    expect(asked('pytest_cov/__init__.py', 'pytest', null)).toEqual(['shadow refused'])
    expect(asked('vendor/modules.txt', 'go test ./...', null)).toEqual(['shadow refused'])
  })

  it('P2: locked packages stay where they come from', () => {
    const registry = 'https://registry.npmjs.org/vitest/-/vitest-4.0.0.tgz'
    const lock = (resolved: string, integrity = 'a', more = {}): string =>
      JSON.stringify({
        packages: { 'node_modules/vitest': { version: '4.0.0', resolved, integrity }, ...more },
      })
    const manifest = changedFile('package.json', '{}', '{"dependencies":{"a":"1"}}')
    const change = (after: string) =>
      auditOf([manifest, changedFile('package-lock.json', lock(registry), after)])
    expect(change(lock('file:vendor/vitest.tgz'))).toEqual(['shadow refused'])
    expect(change(lock('https://example.test/vitest.tgz'))).toEqual(['shadow refused'])
    expect(change(lock(registry, 'b'))).toEqual(['shadow refused'])
    expect(change(lock(registry, 'a', { 'node_modules/a': { resolved: 'git+ssh://a' } }))).toEqual([])
  })

  it.each<[string, string, string, string]>([
    [
      'pnpm-lock.yaml',
      'packages:\n\n  chai@5.0.0:\n    resolution: {integrity: sha512-a}\n\n  x@1.0.0:\n    resolution: {integrity: sha512-x}\n',
      '{integrity: sha512-a}',
      '{integrity: sha512-b, tarball: https://example.test/chai.tgz}',
    ],
    [
      'yarn.lock',
      'chai@^5.0.0:\n  version "5.0.0"\n  resolved "https://registry.yarnpkg.com/chai/-/chai-5.0.0.tgz#a"\n  integrity sha512-a\n',
      'integrity sha512-a',
      'integrity sha512-b',
    ],
    [
      'yarn.lock',
      '"chai@npm:^5.0.0":\n  version: 5.0.0\n  resolution: "chai@npm:5.0.0"\n  checksum: 10c0/aa\n',
      '"chai@npm:5.0.0"\n',
      '"chai@file:./loose"\n',
    ],
  ])('P2: what %s has locked stays what it is: %#', (path, text, from, to) => {
    const manifest = changedFile('package.json', '{}', '{"dependencies":{"a":"1"}}')
    const change = (after: string) => auditOf([manifest, changedFile(path, text, after)])
    expect(text).toContain(from)
    expect(change(text.replace(from, to))).toEqual(['shadow refused'])
    const raised = text.replaceAll('5.0.0', '5.1.0').replace('sha512-a', 'sha512-c').replace('/aa', '/cc')
    expect(change(raised)).toEqual([])
    expect(change(`${text}\n${raised}`)).toEqual([])
  })
})
