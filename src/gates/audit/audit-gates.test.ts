import { describe, expect, it } from 'vitest'
import { auditOf, changedFile } from '../../../test/harness/audit-of.ts'
import { nothingAround } from './surroundings.ts'

describe('what else defines a gate', () => {
  const paths = [
    'tutti.yaml',
    '.tutti/roles.yaml',
    'vitest.config.ts',
    'vitest.unit.config.mts',
    'vitest.workspace.ts',
    'vite.config.js',
    'jest.config.js',
    'jest.config.unit.cjs',
    'jest.setup.ts',
    'src/setupTests.js',
    'packages/a/jest.config.js',
    '.mocharc.json',
    '.mocharc',
    'ava.config.js',
    'karma.conf.js',
    'playwright.config.ts',
    '.nycrc',
    '.c8rc.json',
    '.taprc',
    'babel.config.js',
    'tsconfig.json',
    'tsconfig.build.json',
    'test/tsconfig.json',
    'eslint.config.js',
    '.eslintrc.cjs',
    '.eslintignore',
    '.prettierrc',
    'biome.json',
    '.oxlintrc.json',
    '.npmrc',
    '.yarnrc.yml',
    '.pnpmfile.cjs',
    'bunfig.toml',
    'Makefile',
    'GNUmakefile',
    'rules.mk',
    'justfile',
    'conftest.py',
    'tests/unit/conftest.py',
    'tests/fixtures/conftest.py',
    'pytest.ini',
    'tox.ini',
    'noxfile.py',
    '.coveragerc',
    'mypy.ini',
    '.flake8',
    'ruff.toml',
    'pytest.py',
    'sitecustomize.py',
    '.cargo/config.toml',
    'clippy.toml',
    '.golangci.yml',
    '.config/nextest.toml',
    'gradlew',
    '.mvn/maven.config',
    '.yarn/releases/yarn-4.cjs',
    'Directory.Build.props',
    'phpunit.xml',
    'phpunit.xml.dist',
    '.rspec',
    'node_modules/vitest/index.js',
    'VITEST.CONFIG.TS',
    'vitest\u200B.config.ts',
  ]
  it.each(paths)('P2: %s, changed, new or deleted', (path) => {
    for (const change of [
      changedFile(path, 'a', 'b'),
      changedFile(path, null, 'b'),
      changedFile(path, 'a', null),
    ]) {
      expect(auditOf([change])).toContain('gate-definition refused')
      expect(auditOf([change], { writeSet: [path] })).toContain('gate-definition needs-approval')
    }
  })

  it('P2: not what a new package brings for itself, where nothing was before', () => {
    const around = { ...nothingAround, paths: new Set(['package.json', 'packages/a/a.ts']) }
    const brought = (folder: string, name: string): readonly string[] =>
      auditOf(
        [changedFile(`${folder}/package.json`, null, '{}'), changedFile(`${folder}/${name}`, null, '{}')],
        { around },
      )
    for (const name of ['tsconfig.json', 'vitest.config.ts', 'eslint.config.js'])
      expect(brought('packages/b', name)).toEqual([])
    expect(brought('packages/b', '.npmrc')).toEqual(['gate-definition refused'])
    expect(brought('packages/a', 'tsconfig.json')).toContain('gate-definition refused')
    expect(auditOf([changedFile('packages/b/tsconfig.json', null, '{}')], { around })).toEqual([
      'gate-definition refused',
    ])
  })

  it('P2: is judged by its path when it is no text, and when only its mode changed', () => {
    const opaque = {
      path: 'jest.config.js',
      kind: 'modified',
      before: null,
      after: null,
      opaque: true,
    } as const
    expect(auditOf([{ ...opaque, modeChanged: false }])).toEqual(['gate-definition refused'])
    expect(auditOf([{ ...changedFile('Makefile', 'a', 'a'), modeChanged: true }])).toEqual([
      'gate-definition refused',
    ])
    expect(auditOf([{ ...opaque, path: 'package.json', modeChanged: false }])).toEqual([
      'gate-definition refused',
    ])
  })

  it.each([
    'src/vite.ts',
    'src/jest/index.ts',
    'src/prettier.ts',
    'docs/eslint.md',
    'src/config.ts',
    'src/make.ts',
    'src/coverage.py',
    'src/pytest_tools.py',
    'webpack.config.js',
    'src/nodes/module.js',
    'fixtures/project/vitest.config.ts',
    'README.md',
    '.editorconfig',
    '.c8rc-notes.md',
    '.yarn/cache/left-1.0.0.zip',
  ])('P2: not %s', (path) => {
    expect(auditOf([changedFile(path, null, 'b'), changedFile(path, 'a', 'b')])).toEqual([])
  })

  const pytest = '[project]\nname = "a"\n\n[tool.pytest.ini_options]\ntestpaths = ["tests"]\n'
  const pom =
    '<project><dependencies><dependency>a</dependency></dependencies><skipTests>false</skipTests></project>'
  it.each<[string, string, string | null, string]>([
    ['a changed section', 'pyproject.toml', pytest, pytest.replace('"tests"', '"none"')],
    [
      'a new section of a runner',
      'pyproject.toml',
      '[project]\n',
      '[project]\n[tool.pytest.ini_options]\naddopts = "--ignore=tests"\n',
    ],
    [
      'a section with quotes',
      'pyproject.toml',
      '[project]\n',
      '[project]\n[ tool . "pytest".ini_options ]\naddopts = "-k x"\n',
    ],
    ['a dotted key', 'pyproject.toml', 'x = 1\n', 'tool.pytest.ini_options.addopts = "-k x"\nx = 1\n'],
    [
      'a dotted key below tool',
      'pyproject.toml',
      '[tool]\n',
      '[tool]\npytest.ini_options.addopts = "-k x"\n',
    ],
    [
      'a removed threshold',
      'pyproject.toml',
      '[tool.coverage.report]\nfail_under = 90\n',
      '[tool.coverage.report]\n',
    ],
    ['setup.cfg', 'setup.cfg', '[metadata]\n', '[metadata]\n[tool:pytest]\naddopts = -k x\n'],
    [
      'tests of a crate',
      'Cargo.toml',
      '[package]\nname = "a"\n',
      '[package]\nname = "a"\nautotests = false\n',
    ],
    ['a target of a crate', 'Cargo.toml', '[lib]\n', '[lib]\ntest = false\n'],
    ['pom.xml', 'pom.xml', pom, pom.replace('false', 'true')],
    ['gradle.properties', 'gradle.properties', 'version=1\n', 'version=1\norg.gradle.test=off\n'],
    ['build.gradle', 'build.gradle', 'test { }\n', 'test { enabled = false }\n'],
    ['a merge driver', '.gitattributes', '* text=auto\n', '* text=auto\n*.ts merge=ours\n'],
    ['a new merge driver', '.gitattributes', null, '*.ts merge=union\n'],
    ['a test that CMake knows', 'CMakeLists.txt', 'add_test(NAME a)\n', '\n'],
    ['a task of deno', 'deno.json', '{"tasks":{"test":"deno test"}}', '{"tasks":{"test":"true"}}'],
    [
      'a script of composer',
      'composer.json',
      '{"scripts":{"test":"phpunit"}}',
      '{"scripts":{"test":"true"}}',
    ],
  ])('P2: a part of a file: %s', (_, path, before, after) => {
    expect(auditOf([changedFile(path, before, after)])).toEqual(['gate-definition refused'])
  })

  it.each<[string, string, string | null, string]>([
    [
      'a dependency',
      'pyproject.toml',
      pytest,
      pytest.replace('name = "a"', 'name = "a"\ndependencies = ["x"]'),
    ],
    ['a new section', 'pyproject.toml', pytest, `${pytest}\n[tool.mytool]\nx = 1\n`],
    ['a comment', 'pyproject.toml', pytest, pytest.replace('testpaths', '# where they are\ntestpaths')],
    [
      'a dependency of a crate',
      'Cargo.toml',
      '[package]\n[dependencies]\n',
      '[package]\n[dependencies]\nserde = "1"\n',
    ],
    ['a new crate', 'crates/b/Cargo.toml', null, '[package]\nname = "b"\n[lib]\ntest = false\n'],
    ['a dependency of Maven', 'pom.xml', pom, pom.replace('>a<', '>b<')],
    ['a dependency of Gradle', 'build.gradle', 'dependencies {\n a\n}\n', 'dependencies {\n a\n b\n}\n'],
    ['an ending', '.gitattributes', '* text=auto\n', '* text=auto\n*.png binary\n'],
    ['a source for CMake', 'CMakeLists.txt', 'add_library(a a.c)\n', 'add_library(a a.c b.c)\n'],
    ['a version for Gradle', 'gradle.properties', 'version=1\n', 'version=2\n'],
    ['an import of deno', 'deno.json', '{"imports":{}}', '{"imports":{"a":"jsr:a"}}'],
  ])('P2: an innocent part: %s', (_, path, before, after) => {
    expect(auditOf([changedFile(path, before, after)])).toEqual([])
  })
})

describe('files that a gate runs', () => {
  it.each([
    ['node scripts/check.js', 'scripts/check.js'],
    ['node --import tsx ./scripts/check.ts --fast', 'scripts/check.ts'],
    ['sh ci/test.sh', 'ci/test.sh'],
    ['./run-tests', 'run-tests'],
    ['CI=1 bin/check all', 'bin/check'],
    ['cd ci && ./test.sh', 'ci/test.sh'],
    ['bash -c "ci/test.sh"', 'ci/test.sh'],
    ['python tools/check.py', 'tools/check.py'],
    ['python3 -u tools/check.py', 'tools/check.py'],
    ['c8 node scripts/run.mjs', 'scripts/run.mjs'],
    ['mocha --require ./lib/register.js', 'lib/register.js'],
    ['eslint --config=lint/rules.js src', 'lint/rules.js'],
    ['make -f build/rules', 'build/rules'],
    ['true; perl tools/x.pl', 'tools/x.pl'],
    ['sh test/run.sh', 'test/run.sh'],
  ])('P2: `%s` runs %s', (command, path) => {
    expect(auditOf([changedFile(path, 'exit 1\n', 'exit 0\n')], { commands: [command] })).toContain(
      'gate-definition refused',
    )
    expect(auditOf([changedFile(path, null, 'exit 0\n')], { commands: [command] })).not.toContain(
      'gate-definition refused',
    )
  })

  it.each([
    ['eslint ./src/index.ts', 'src/index.ts'],
    ['esbuild src/index.ts --bundle', 'src/index.ts'],
    ['node --test', 'src/test.ts'],
    ['node --test test/a.test.js', 'test/a.test.js'],
    ['node test.js', 'test.js'],
    ['pytest tests/test_a.py', 'tests/test_a.py'],
    ['cargo test', 'src/lib.rs'],
  ])('P2: `%s` is not defined by %s', (command, path) => {
    const before = 'const a = 1\nassert(a)\n'
    expect(
      auditOf([changedFile(path, before, `${before}const b = 1\nassert(b)\n`)], { commands: [command] }),
    ).toEqual([])
  })

  it('P2: a makefile takes up whatever fits a pattern', () => {
    const commands = ['make check', 'include make/*.inc', 'node --test checks/*.mjs']
    const around = { ...nothingAround, paths: new Set(['Makefile', 'make/a.inc']) }
    const added = (path: string) => auditOf([changedFile(path, null, 'CHECK = true\n')], { commands, around })
    expect(added('make/more.inc')).toEqual(['gate-definition refused'])
    expect(added('make/notes.txt')).toEqual([])
    expect(added('checks/more.mjs')).toEqual([])
  })
})
