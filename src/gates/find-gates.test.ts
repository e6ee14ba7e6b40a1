import { describe, expect, it } from 'vitest'
import { decidingGates, findGates } from './find-gates.ts'
import { repositoryFiles } from './found-gate.ts'

type Files = Readonly<Record<string, string>>

const find = async (files: Files): Promise<Record<string, string>> => {
  const gates = await findGates(repositoryFiles(Object.keys(files), async (path) => files[path] ?? null))
  return Object.fromEntries(gates.map(({ kind, command }) => [kind, command]))
}
const deciding = async (files: Files): Promise<readonly string[]> =>
  decidingGates(
    await findGates(repositoryFiles(Object.keys(files), async (path) => files[path] ?? null)),
  ).map(({ command }) => command)
const scripts = (all: Files, more: object = {}): Files => ({
  'package.json': JSON.stringify({ scripts: all, ...more }),
})

describe('the scripts of package.json', () => {
  it.each<[string, Files, Record<string, string>]>([
    ['npm', scripts({ test: 'vitest run' }), { test: 'npm test' }],
    ['pnpm by lock file', { ...scripts({ test: 'jest' }), 'pnpm-lock.yaml': '' }, { test: 'pnpm test' }],
    ['yarn by lock file', { ...scripts({ test: 'jest' }), 'yarn.lock': '' }, { test: 'yarn test' }],
    ['bun by lock file', { ...scripts({ test: 'bun test' }), 'bun.lockb': '' }, { test: 'bun run test' }],
    [
      'the named package manager before the lock file',
      {
        ...scripts({ test: 'jest', lint: 'eslint .' }, { packageManager: 'pnpm@9.1.0' }),
        'package-lock.json': '',
      },
      { lint: 'pnpm run lint', test: 'pnpm test' },
    ],
    [
      'all kinds',
      scripts({ test: 'jest', lint: 'eslint .', 'check-types': 'tsc --noEmit', build: 'tsc' }),
      { build: 'npm run build', typecheck: 'npm run check-types', lint: 'npm run lint', test: 'npm test' },
    ],
    ['the placeholder', scripts({ test: 'echo "Error: no test specified" && exit 1' }), {}],
    ['nothing but words', scripts({ test: 'echo ok' }), {}],
    [
      'a watcher, for one that ends',
      scripts({ test: 'vitest --watch', 'test:ci': 'vitest run' }),
      { test: 'npm run test:ci' },
    ],
    [
      'a watcher behind another script',
      scripts({ test: 'npm run dev-test', 'dev-test': 'jest --watchAll' }),
      {},
    ],
    ['one that says it does not watch', scripts({ test: 'ng test --watch=false' }), { test: 'npm test' }],
    [
      'a linter that repairs',
      scripts({ test: 'jest', lint: 'eslint . --fix', 'lint:check': 'eslint .' }),
      { lint: 'npm run lint:check', test: 'npm test' },
    ],
    [
      'what the tests do anyway',
      scripts({ pretest: 'npm run build', test: 'npm run -s lint && jest', build: 'tsc', lint: 'eslint .' }),
      { test: 'npm test' },
    ],
    [
      'tests of workspaces only',
      {
        ...scripts({}, { workspaces: ['packages/*'] }),
        'packages/a/package.json': '{"scripts":{"test":"jest"}}',
      },
      { test: 'npm test --workspaces --if-present' },
    ],
    [
      'pnpm workspaces',
      { ...scripts({}), 'pnpm-workspace.yaml': '', 'packages/a/package.json': '{"scripts":{"test":"jest"}}' },
      { test: 'pnpm -r test' },
    ],
    ['scripts in a circle', scripts({ test: 'npm run a', a: 'npm run test' }), { test: 'npm test' }],
    ['no JSON', { 'package.json': '{ nothing' }, {}],
    ['JSON of another shape', { 'package.json': '{"scripts":["test"]}' }, {}],
    ['scripts that are no text', { 'package.json': '{"scripts":{"test":1,"lint":null}}' }, {}],
    ['null', { 'package.json': 'null' }, {}],
  ])('%s', async (_what, files, gates) => {
    expect(await find(files)).toEqual(gates)
  })
})

describe('other ecosystems', () => {
  it.each<[string, Files, Record<string, string>]>([
    [
      'deno tasks',
      {
        'deno.jsonc':
          '{ // ours\n "tasks": { "test": "deno test -A", "lint": { "command": "deno lint" }, }, /* end */ }',
      },
      { lint: 'deno task lint', test: 'deno task test' },
    ],
    ['deno without tasks', { 'deno.json': '{}', 'src/sum_test.ts': '' }, { test: 'deno test -A' }],
    ['deno, broken', { 'deno.json': '{{', 'a.ts': '' }, {}],
    [
      'pytest, ruff and mypy by uv',
      {
        'pyproject.toml': '[tool.pytest.ini_options]\n[tool.ruff]\n[tool.mypy]\nfiles = ["src"]\n',
        'uv.lock': '',
      },
      { typecheck: 'uv run mypy', lint: 'uv run ruff check', test: 'uv run pytest -v' },
    ],
    [
      'pytest by poetry',
      { 'pyproject.toml': '[tool.poetry]\n[tool.poetry.group.dev.dependencies]\npytest = "^8"\n' },
      { test: 'poetry run pytest -v' },
    ],
    [
      'pytest by requirements',
      { 'requirements-dev.txt': 'pytest==8\n', 'setup.py': '' },
      { test: '. .venv/bin/activate && python -m pytest -v' },
    ],
    ['pytest by conftest', { 'setup.py': '', 'tests/conftest.py': '' }, { test: 'python3 -m pytest -v' }],
    [
      'flake8 and pyright',
      { 'setup.cfg': '[flake8]\n', 'pyrightconfig.json': '{}', 'pytest.ini': '' },
      { typecheck: 'pyright', lint: 'flake8', test: 'python3 -m pytest -v' },
    ],
    ['tox', { 'tox.ini': '[tox]\n' }, { test: 'tox' }],
    ['nox', { 'noxfile.py': '' }, { test: 'nox' }],
    [
      'unittest',
      { 'setup.py': '', 'tests/test_sum.py': '' },
      { test: 'python3 -m unittest discover -v -s tests' },
    ],
    ['unittest at the root', { 'test_sum.py': '' }, { test: 'python3 -m unittest discover -v' }],
    ['Python without tests', { 'pyproject.toml': '[project]\n' }, {}],
    [
      'Go',
      { 'go.mod': 'module a' },
      { build: 'go build ./...', lint: 'go vet ./...', test: 'go test -v ./...' },
    ],
    [
      'Go with a linter',
      { 'go.mod': '', '.golangci.yml': '' },
      { build: 'go build ./...', lint: 'golangci-lint run', test: 'go test -v ./...' },
    ],
    [
      'Rust',
      { 'Cargo.toml': '[package]\n' },
      { build: 'cargo build --all-targets', test: 'cargo test --no-fail-fast' },
    ],
    [
      'a Rust workspace with clippy',
      { 'Cargo.toml': '[workspace]\n[workspace.lints.clippy]\n' },
      {
        build: 'cargo build --workspace --all-targets',
        lint: 'cargo clippy --workspace --all-targets -- -D warnings',
        test: 'cargo test --workspace --no-fail-fast',
      },
    ],
    ['Maven', { 'pom.xml': '' }, { build: 'mvn -B -DskipTests package', test: 'mvn -B -fae test' }],
    [
      'Maven by its wrapper',
      { 'pom.xml': '', mvnw: '' },
      { build: './mvnw -B -DskipTests package', test: './mvnw -B -fae test' },
    ],
    [
      'Gradle',
      { 'settings.gradle.kts': '' },
      { build: 'gradle --console=plain assemble', test: 'gradle --console=plain --continue cleanTest test' },
    ],
    [
      'Gradle by its wrapper',
      { 'build.gradle': '', gradlew: '' },
      {
        build: './gradlew --console=plain assemble',
        test: './gradlew --console=plain --continue cleanTest test',
      },
    ],
    [
      '.NET',
      { 'Shop.sln': '' },
      { build: 'dotnet build', test: 'dotnet test --logger "console;verbosity=normal"' },
    ],
    [
      '.NET, further in',
      { 'src/My Shop.slnx': '' },
      {
        build: "dotnet build 'src/My Shop.slnx'",
        test: 'dotnet test \'src/My Shop.slnx\' --logger "console;verbosity=normal"',
      },
    ],
    [
      '.NET, one project',
      { 'Shop.csproj': '', 'global.json': '{"test":{"runner":"Microsoft.Testing.Platform"}}' },
      { build: 'dotnet build', test: 'dotnet test' },
    ],
    [
      'Make',
      { Makefile: 'X := 1\n.PHONY: all test\nall build:\n\ntest: all\n\tcc\nlint :\n' },
      { build: 'make build', lint: 'make lint', test: 'make test' },
    ],
    ['Make with check', { makefile: 'check:\n\ttrue\n' }, { test: 'make check' }],
    ['Make without tests', { Makefile: 'all:\ntest := 1\n' }, {}],
    [
      'just',
      { justfile: 'x := "1"\ntest *args: build\n  cargo\n@lint:\nbuild target:\n' },
      { lint: 'just lint', test: 'just test' },
    ],
    ['nothing', {}, {}],
  ])('%s', async (_what, files, gates) => {
    expect(await find(files)).toEqual(gates)
  })
})

describe('mixed repositories', () => {
  it('take the first ecosystem that has tests', async () => {
    expect(await find({ ...scripts({ test: 'jest' }), 'Cargo.toml': '' })).toEqual({ test: 'npm test' })
    expect(await find({ ...scripts({ format: 'prettier' }), 'Cargo.toml': '' })).toMatchObject({
      test: 'cargo test --no-fail-fast',
    })
    expect(await find({ 'web/package.json': '{"scripts":{"test":"jest"}}', 'go.mod': '' })).toMatchObject({
      test: 'go test -v ./...',
    })
  })

  it('take targets for what the ecosystem does only by habit, but its tests stay its own', async () => {
    const files = { 'go.mod': '', Makefile: 'lint:\n\tgolangci-lint run\ntest:\n\tgo test ./...\n' }
    expect(await find(files)).toEqual({
      build: 'go build ./...',
      lint: 'make lint',
      test: 'go test -v ./...',
    })
  })

  it('list them in the order in which they are run', async () => {
    const files = scripts({ test: 'jest', lint: 'eslint', typecheck: 'tsc', build: 'tsc' })
    expect(Object.keys(await find(files))).toEqual(['build', 'typecheck', 'lint', 'test'])
  })
})

describe('the gates that decide', () => {
  it('are the tests and what the project wrote down', async () => {
    expect(await deciding(scripts({ test: 'jest', lint: 'eslint .', build: 'tsc' }))).toEqual([
      'npm run build',
      'npm run lint',
      'npm test',
    ])
    expect(await deciding({ 'go.mod': '', Makefile: 'lint:\n' })).toEqual(['make lint', 'go test -v ./...'])
    expect(
      await deciding({ 'pyproject.toml': '[tool.ruff]\n[tool.mypy]\n[tool.pytest.ini_options]\n' }),
    ).toEqual(['python3 -m pytest -v'])
  })

  it('are none where there are no tests', async () => {
    expect(await deciding(scripts({ lint: 'eslint .', build: 'tsc' }))).toEqual([])
  })

  it('files that cannot be read are as good as empty', async () => {
    const read = (): Promise<string | null> => Promise.reject(new Error('gone'))
    expect(await findGates(repositoryFiles(['package.json', 'Makefile', 'deno.json'], read))).toEqual([])
  })
})
